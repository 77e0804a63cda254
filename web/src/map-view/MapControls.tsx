import {
  IconCheck,
  IconCompass,
  IconMaximize,
  IconMinus,
  IconPlus,
  IconRuler2,
  IconShare2,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseCanvas } from '../map-canvas/canvasTypes.ts'
import type { Padding, ViewState } from '../map-canvas/scene.ts'
import type { Sketch } from '../map-canvas/sketch.ts'
import { IconButton, notify, useMeasure } from '../ui/index.ts'
import classes from './MapControls.module.css'
import { lineLengthM } from './measures.ts'

/** Their width with the space on both sides, so that names are beside them. */
export const CONTROLS_PX = 72

interface MapControlsProps {
  readonly canvas: CourseCanvas
  readonly view: ViewState | null
  readonly plain: boolean
  readonly padding: Padding
  readonly onFit: () => void
  readonly linkTo?: (view: ViewState) => string
}

/** Zoom, north, ruler, link: everything the wheel and two fingers can do, for keyboards and single fingers too. */
export function MapControls({ canvas, view, plain, padding, onFit, linkTo }: MapControlsProps) {
  const { t } = useTranslation()
  const [measuring, setMeasuring] = useState(false)
  const share = async (): Promise<void> => {
    if (view === null || linkTo === undefined) return
    const link = new URL(linkTo(view), window.location.href).href
    try {
      await navigator.clipboard.writeText(link)
      notify.done(t('map.controls.linkCopied'))
    } catch {
      // A clipboard needs a secure context: without one, the address bar shows the link.
      window.history.replaceState(window.history.state, '', link)
      notify.done(t('map.controls.linkInAddress'))
    }
  }
  return (
    <>
      <div className={classes.stack} style={{ top: 16 + padding.top, right: 16 + padding.right }}>
        <div className={`${classes.card} ${classes.zoom}`}>
          <IconButton label={t('map.controls.zoomIn')} onClick={() => canvas.zoomBy(1)}>
            <IconPlus size={20} />
          </IconButton>
          <IconButton label={t('map.controls.zoomOut')} onClick={() => canvas.zoomBy(-1)}>
            <IconMinus size={20} />
          </IconButton>
          {plain && (
            <IconButton label={t('map.controls.fit')} onClick={onFit}>
              <IconMaximize size={20} />
            </IconButton>
          )}
        </div>
        {!plain && (
          <div className={classes.card}>
            <IconButton label={t('map.controls.north')} onClick={canvas.turnNorth}>
              <span className={classes.needle} style={{ transform: `rotate(${view?.rotationDeg ?? 0}deg)` }}>
                <IconCompass size={20} />
              </span>
            </IconButton>
            <IconButton label={t('map.controls.fit')} onClick={onFit}>
              <IconMaximize size={20} />
            </IconButton>
            <IconButton
              label={t('map.controls.measure')}
              aria-pressed={measuring}
              variant={measuring ? 'light' : 'subtle'}
              onClick={() => setMeasuring(on => !on)}
            >
              <IconRuler2 size={20} />
            </IconButton>
            {linkTo !== undefined && (
              <IconButton label={t('map.controls.share')} onClick={() => void share()}>
                <IconShare2 size={20} />
              </IconButton>
            )}
          </div>
        )}
      </div>
      {measuring && <Ruler canvas={canvas} padding={padding} onEnd={() => setMeasuring(false)} />}
    </>
  )
}

/** Measures a line that is tapped on the map; Enter or a double click ends it, Esc puts the ruler away. */
function Ruler({
  canvas,
  padding,
  onEnd,
}: {
  readonly canvas: CourseCanvas
  readonly padding: Padding
  readonly onEnd: () => void
}) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const [lengthM, setLengthM] = useState(0)
  const [finished, setFinished] = useState(false)
  const sketch = useRef<Sketch | null>(null)
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    const started = canvas.sketch({
      shape: 'line',
      onChange: points => {
        setFinished(false)
        setLengthM(lineLengthM(points))
      },
      onEnd: points => {
        setFinished(true)
        setLengthM(lineLengthM(points))
      },
    })
    sketch.current = started
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') ended.current()
      else if (event.key === 'Enter') started.finish()
      else if (event.key === 'Backspace') started.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      started.stop()
    }
  }, [canvas])
  return (
    <div
      className={classes.measured}
      style={{ top: 16 + padding.top, left: '50%', transform: 'translateX(-50%)' }}
      role="status"
    >
      {lengthM === 0 ? t('map.controls.measureHint') : <b>{measure.length(lengthM)}</b>}
      {lengthM > 0 && !finished && (
        <IconButton label={t('map.controls.measureEnd')} onClick={() => sketch.current?.finish()}>
          <IconCheck size={20} />
        </IconButton>
      )}
      <IconButton label={t('map.controls.measureClose')} onClick={onEnd}>
        <IconX size={20} />
      </IconButton>
    </div>
  )
}
