/** Start mowing and send home, of a mower that mows its own map. Loaded where there is one. */
import type { MachineActivity, Mower } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconHome, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVehicle } from '../../api/index.ts'
import { withTexts } from '../../i18n/index.ts'
import { useCommand } from './useCommand.ts'

const OwnMapStartDialog = lazy(() => withTexts(import('./OwnMapStartDialog.tsx')))

/** Where it takes the one and the other; anywhere else it ignores them. */
const STARTS_FROM: readonly (MachineActivity | undefined)[] = ['idle', 'charging']
const GOES_HOME_FROM: readonly (MachineActivity | undefined)[] = ['mowing', 'paused']

interface OwnMapButtonsProps {
  readonly mower: Pick<Mower, 'id' | 'name'>
  readonly className?: string
  readonly height?: number
}

export default function OwnMapButtons({ mower, className = '', height = 40 }: OwnMapButtonsProps) {
  const { t } = useTranslation()
  const command = useCommand()
  const activity = useVehicle(mower.id)?.activity
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {STARTS_FROM.includes(activity) && (
        <Button
          className={className}
          h={height}
          leftSection={<IconPlayerPlay size={20} />}
          onClick={() => setAsking(true)}
        >
          {t('brokerMowers.ownMap.start')}
        </Button>
      )}
      {GOES_HOME_FROM.includes(activity) && (
        <Button
          className={className}
          h={height}
          variant="default"
          leftSection={<IconHome size={20} />}
          loading={command.busy === 'sendHome'}
          onClick={() => void command.send('sendHome', mower.id, mower.name)}
        >
          {t('mapPanels.mower.sendHome')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <OwnMapStartDialog mower={mower} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
