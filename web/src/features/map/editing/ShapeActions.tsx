/** What is done to whole objects by a press: copies, curves, fewer corners, turns. */
import type { CourseFeature } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconCopy, IconRotateClockwise, IconVectorBezier2, IconVectorOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberEntry } from '../../../ui/index.ts'
import classes from './Editing.module.css'
import type { EditingContext } from './editingContext.ts'

interface ShapeActionsProps {
  readonly context: EditingContext
  readonly features: readonly CourseFeature[]
}

export function ShapeActions({ context: { store }, features }: ShapeActionsProps) {
  const { t } = useTranslation()
  const hasCorners = features.some(({ geometry }) => geometry.type !== 'Point')
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconCopy size={18} />}
        onClick={() => store.send({ type: 'duplicate' })}
        aria-keyshortcuts="Control+D"
      >
        {t('editor.shape.duplicate')}
      </Button>
      {hasCorners && (
        <>
          <Button
            variant="default"
            leftSection={<IconVectorBezier2 size={18} />}
            onClick={() => store.send({ type: 'smooth' })}
          >
            {t('editor.shape.smooth')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconVectorOff size={18} />}
            onClick={() => store.send({ type: 'simplify' })}
          >
            {t('editor.shape.simplify')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Turns and scales what is selected by numbers. */
export function TurnFields({ context: { store } }: { readonly context: EditingContext }) {
  const { t } = useTranslation()
  const [turnDeg, setTurnDeg] = useState<number | undefined>(0)
  const [percent, setPercent] = useState<number | undefined>(100)
  const isNothing = (turnDeg ?? 0) === 0 && (percent ?? 100) === 100
  return (
    <section className={classes.turn} aria-label={t('editor.shape.turnTitle')}>
      <h3 className={classes.heading}>{t('editor.shape.turnTitle')}</h3>
      <div className={classes.actions}>
        <NumberEntry
          label={t('editor.shape.turnDeg')}
          description={t('editor.shape.clockwise')}
          value={turnDeg}
          min={-360}
          max={360}
          onChange={setTurnDeg}
        />
        <NumberEntry
          label={t('editor.shape.percent')}
          description={t('editor.shape.percentHint')}
          value={percent}
          min={1}
          max={1_000}
          onChange={setPercent}
        />
      </div>
      <Button
        leftSection={<IconRotateClockwise size={18} />}
        disabled={isNothing}
        onClick={() => {
          store.send({ type: 'turn', turn: { turnDeg: turnDeg ?? 0, scale: (percent ?? 100) / 100 }, join: null })
          setTurnDeg(0)
          setPercent(100)
        }}
      >
        {t('editor.shape.turn')}
      </Button>
    </section>
  )
}
