/** The part of the map that panels hide, so that views are fitted into the rest. All in pixels. */
import { useMemo } from 'react'
import type { Padding } from '../../map-canvas/scene.ts'

export const MARGIN_PX = 16
export const GAP_PX = 12
export const LEFT_PX = 304
/** The column of buttons of a phone, with the space on both sides. */
export const BUTTONS_PX = 72
const RIGHT_PX = 344
/** Import and history are wider than the inspector. */
const SHEET_PX = 400
/** How much of a phone's map they hide, where the map stays in view above them. */
export const LOW_SHEET_SHARE = 0.56
/** The space of the editor's tools on a phone. */
const EDIT_BOTTOM_PX = 180

interface Panels {
  readonly isWide: boolean
  readonly isPhone: boolean
  /** The editor's panels are below the map and not beside it. */
  readonly editsBelow: boolean
  readonly isEditing: boolean
  readonly hasSheetBeside: boolean
  readonly hasCardBeside: boolean
  /** Of a phone's sheet, about what is selected or of the past or a file; 0 without one. */
  readonly sheetPx: number
  readonly dockPx: number
}

export const useMapPadding = (panels: Panels): Padding => {
  const { isWide, isPhone, editsBelow, isEditing, hasSheetBeside, hasCardBeside, sheetPx, dockPx } = panels
  const left = isWide ? LEFT_PX + MARGIN_PX : 0
  const beside = hasSheetBeside ? SHEET_PX + GAP_PX : hasCardBeside ? RIGHT_PX + GAP_PX : 0
  const right = isPhone ? 0 : beside
  const bottom = editsBelow && isEditing ? EDIT_BOTTOM_PX : isPhone && sheetPx > 0 ? sheetPx : dockPx
  return useMemo(() => ({ top: 0, left, right, bottom }), [left, right, bottom])
}
