import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import type { Padding } from '../map-canvas/scene.ts'
import { FOOTER_GAP_PX } from './MapFooter.tsx'

/**
 * What panels hide, and a legend with the scale beside it: a plan is fitted above them.
 * @param toolbarPx hidden by a toolbar at the top, which leaves the controls beside it where they are
 */
export function useFreePart({ top, right, bottom, left }: Padding, legend: ReactNode, toolbarPx = 0) {
  const footer = useElementSize<HTMLDivElement>()
  const hasLegend = legend !== undefined && legend !== null && legend !== false
  const footerPx = hasLegend && footer.height > 0 ? footer.height + FOOTER_GAP_PX : 0
  const free = useMemo(
    () => ({ top: top + toolbarPx, right, bottom: bottom + footerPx, left }),
    [top, toolbarPx, right, bottom, left, footerPx],
  )
  return { footerRef: footer.ref, free }
}
