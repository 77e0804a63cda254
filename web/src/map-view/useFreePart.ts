import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import type { Padding } from '../map-canvas/scene.ts'
import { FOOTER_GAP_PX } from './MapFooter.tsx'

/** What panels hide, and a legend with the scale beside it: a plan is fitted above them. */
export function useFreePart({ top, right, bottom, left }: Padding, legend: ReactNode) {
  const footer = useElementSize<HTMLDivElement>()
  const hasLegend = legend !== undefined && legend !== null && legend !== false
  const footerPx = hasLegend && footer.height > 0 ? footer.height + FOOTER_GAP_PX : 0
  const free = useMemo(() => ({ top, right, bottom: bottom + footerPx, left }), [top, right, bottom, left, footerPx])
  return { footerRef: footer.ref, free }
}
