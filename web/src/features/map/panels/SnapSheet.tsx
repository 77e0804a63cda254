import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SnapSheet.module.css'
import { nearestStop, SHEET_STOPS, type SheetStop } from './sheetStops.ts'

interface SnapSheetProps {
  readonly label: string
  readonly stop: SheetStop
  readonly onStop: (stop: SheetStop) => void
  /** Pulled below the lowest stop. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A sheet over the lower part of a phone's map; it rests at a quarter, almost half, or nearly all of the height. */
export function SnapSheet({ label, stop, onStop, onClose, children }: SnapSheetProps) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const from = useRef<{ readonly y: number; readonly share: number; moved: boolean } | null>(null)
  const heightPx = (): number => sheet.current?.parentElement?.clientHeight ?? 1

  const onDown = (event: PointerEvent<HTMLButtonElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { y: event.clientY, share: stop, moved: false }
  }
  const onMove = (event: PointerEvent<HTMLButtonElement>): void => {
    const start = from.current
    if (start === null) return
    if (Math.abs(event.clientY - start.y) > 4) start.moved = true
    if (start.moved) setDragged(Math.min(0.95, Math.max(0.05, start.share + (start.y - event.clientY) / heightPx())))
  }
  const onUp = (): void => {
    const start = from.current
    from.current = null
    setDragged(null)
    if (start === null || !start.moved || dragged === null) return
    const next = nearestStop(dragged)
    if (next === null) onClose()
    else onStop(next)
  }
  const onClick = (): void => {
    if (dragged !== null) return
    const index = SHEET_STOPS.indexOf(stop)
    onStop(SHEET_STOPS[(index + 1) % SHEET_STOPS.length] ?? SHEET_STOPS[1])
  }
  return (
    <section
      ref={sheet}
      className={classes.sheet}
      aria-label={label}
      data-dragging={dragged !== null || undefined}
      style={{ height: `${(dragged ?? stop) * 100}%` }}
    >
      <button
        type="button"
        className={classes.grip}
        aria-label={t('map.sheet.height')}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onClick={onClick}
      >
        <i />
      </button>
      <div className={classes.content}>{children}</div>
    </section>
  )
}
