/** The pre-start checks of several zones: what all of them have in common is said once, and of each zone what is left. */
import type { ZoneChecks as Checks } from '@greensward/contract'
import type { GateLine } from '@greensward/domain'
import { GateList } from './GateList.tsx'

const listsOf = (areas: Checks['areas']) => {
  const isIn = (lines: readonly GateLine[], line: GateLine): boolean =>
    lines.some(one => JSON.stringify(one) === JSON.stringify(line))
  const common = (areas[0]?.lines ?? []).filter(line => areas.every(({ lines }) => isIn(lines, line)))
  const own = areas.map(({ zoneTitle, lines }) => ({ zoneTitle, lines: lines.filter(line => !isIn(common, line)) }))
  return [{ zoneTitle: undefined, lines: common }, ...own].filter(({ lines }) => lines.length > 0)
}

/** Each line once. */
export const linesOf = (areas: Checks['areas']): readonly GateLine[] => listsOf(areas).flatMap(({ lines }) => lines)

export function ZoneChecks({ areas }: Checks) {
  return listsOf(areas).map(({ zoneTitle, lines }) => (
    <GateList key={zoneTitle ?? ''} lines={lines} {...(zoneTitle === undefined ? {} : { hint: zoneTitle })} compact />
  ))
}
