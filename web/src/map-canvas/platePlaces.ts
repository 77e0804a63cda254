/** Where the plate beside a mark goes, so that plates and names do not lie on each other. */
import type { Box } from './glyphs.ts'
import { overlaps, type Plane } from './plane.ts'
import type { Padding } from './scene.ts'

/** Between a mark and its plate. */
const APART_PX = 24

/** The part of the map that no panel hides. */
export const freeView = ({ widthPx, heightPx }: Plane, hidden: Padding): Box => ({
  left: hidden.left,
  right: widthPx - hidden.right,
  top: hidden.top,
  bottom: heightPx - hidden.bottom,
})

const overlapPx2 = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

const isWithin = (box: Box, view: Box): boolean =>
  box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom

/** Moved as far as it takes to be in view; what is larger than the view begins at its left and top. */
const pushedInto = (box: Box, view: Box): Box => {
  const x = Math.max(view.left - box.left, Math.min(0, view.right - box.right))
  const y = Math.max(view.top - box.top, Math.min(0, view.bottom - box.bottom))
  return { left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y }
}

/**
 * The first corner of a mark beside which nothing else is.
 * @param view the part of the map that no panel hides
 * @param isNeeded the plate of what is selected: where no corner is free, it takes the one that hides least
 * @returns undefined where nothing fits
 */
export const plateBox = (
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  view: Box,
  taken: readonly Box[],
  isNeeded: boolean,
): Box | undefined => {
  const [left, right] = [x - APART_PX - width, x + APART_PX]
  const [above, below] = [y - APART_PX - height, y + APART_PX]
  const corners: readonly Box[] = [
    { left: right, right: right + width, top: above, bottom: above + height },
    { left, right: left + width, top: above, bottom: above + height },
    { left: right, right: right + width, top: below, bottom: below + height },
    { left, right: left + width, top: below, bottom: below + height },
  ]
  const free = corners.find(box => isWithin(box, view) && !taken.some(other => overlaps(box, other)))
  if (free !== undefined || !isNeeded) return free
  const hidden = (box: Box): number => taken.reduce((sum, other) => sum + overlapPx2(box, other), 0)
  const pushed = corners.map(box => pushedInto(box, view))
  return pushed.toSorted((a, b) => hidden(a) - hidden(b))[0]
}

/** How far above and below its mark a pill may be, in the order in which the places are tried. */
const PILL_SHIFTS_PX = [0, -64, 64, -112, 112]

/**
 * The first place over a mark, or above or below it, where nothing else is. At the edge of the view it is moved into it.
 * @param isNeeded the pill of what is selected: where no place is free, it covers what is there
 * @param controlsPx how far the controls at the right reach into the map: a mark under them is in view all the same
 * @returns undefined where nothing fits
 */
export const pillBox = (
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  view: Box,
  taken: readonly Box[],
  isNeeded: boolean,
  controlsPx = 0,
): Box | undefined => {
  const isSeen = isWithin({ left: x, right: x, top: y, bottom: y }, { ...view, right: view.right + controlsPx })
  const boxes = PILL_SHIFTS_PX.map(shift => {
    const top = y + shift - height / 2
    const box: Box = { left: x - width / 2, right: x + width / 2, top, bottom: top + height }
    // The pill of a mark beside the view would be beside a wrong one.
    return isSeen ? pushedInto(box, view) : box
  })
  return boxes.find(box => !taken.some(other => overlaps(box, other))) ?? (isNeeded ? boxes[0] : undefined)
}
