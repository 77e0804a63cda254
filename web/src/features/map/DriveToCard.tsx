import type { Mower } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '../../ui/index.ts'
import classes from './DriveToCard.module.css'
import type { DriveTo } from './useDriveTo.ts'

/** Says that the map waits for a press, and starts the drive to the point that was pressed. */
export function DriveToCard({ mower, drive, onEnd }: CardProps) {
  const { t } = useTranslation()
  const command = useCommand()
  const { to } = drive
  const start = async (): Promise<void> => {
    if (to !== null && (await command.driveTo(mower.id, mower.name, to))) onEnd()
  }
  return (
    <section className={classes.card} aria-label={t('mapPanels.mower.driveTo')}>
      <p className={classes.text} role="status">
        <IconMapPin size={20} aria-hidden />
        {t(to === null ? 'mapPanels.mower.pressPoint' : 'mapPanels.mower.pointChosen', { name: mower.name })}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" h={48} onClick={onEnd}>
          {t('common.cancel')}
        </Button>
        <Button h={48} disabled={to === null} loading={command.busy === 'driveTo'} onClick={() => void start()}>
          {t('mapPanels.mower.driveHere')}
        </Button>
      </div>
    </section>
  )
}

interface CardProps {
  readonly mower: Mower
  readonly drive: DriveTo
  readonly onEnd: () => void
}
