/** What a seed makes of a week: groups, weather, a breakdown, a service, and when the server is killed. */

/** Park and Miller's generator: the same week for the same seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = (Math.floor(seed) % 2_147_483_646) + 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  // Near seeds begin alike.
  for (let i = 0; i < 10; i += 1) next()
  return next
}

/** Minutes after midnight by the clock of the course. */
export interface Span {
  readonly fromMin: number
  readonly toMin: number
}

export interface DrawnDay {
  /** Of the groups, all from the first tee. */
  readonly teeMins: readonly number[]
  /** By group: how much later than by the tee sheet and the pace of the holes it is everywhere. */
  readonly lateMin: readonly number[]
  readonly showers: readonly (Span & { readonly mmPerH: number })[]
  readonly frost: Span | null
  /** The mower's wheels turn and it does not move, until somebody has freed it. */
  readonly breakdown: (Span & { readonly mower: number }) | null
  /** In service until then; it was planned for that the evening before. */
  readonly service: (Span & { readonly mower: number }) | null
  readonly killMins: readonly number[]
}

export const GROUPS = 18
const EVERY_MIN = 10

/** @param days at most seven; a week has all events, fewer days have one shower, the breakdown, and the frost or the service */
export const drawWeek = (seed: number, days: number, kills: number, mowers: number): readonly DrawnDay[] => {
  const random = randomFrom(seed)
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  const isWeek = days >= 7
  const firstShower = between(0, days - 1)
  const secondShower = isWeek ? (firstShower + between(1, days - 1)) % days : -1
  const hasFrost = isWeek || random() < 0.5
  const frostDay = hasFrost ? between(0, days - 1) : -1
  const breakdownDay = between(0, days - 1)
  const serviceDay = isWeek || !hasFrost ? between(0, days - 1) : -1
  const drawn = Array.from({ length: days }, (_, day): Omit<DrawnDay, 'killMins'> => {
    const firstMin = 7 * 60 + 10 * between(0, 3)
    const shower = (): DrawnDay['showers'][number] => {
      const fromMin = between(5 * 60, 8 * 60)
      return { fromMin, toMin: fromMin + between(20, 50), mmPerH: 1 + 0.5 * between(0, 6) }
    }
    const brokenMin = between(5 * 60 + 20, 7 * 60)
    return {
      teeMins: Array.from({ length: GROUPS }, (_, group) => firstMin + EVERY_MIN * group),
      lateMin: Array.from({ length: GROUPS }, () => between(0, 5)),
      showers: [...(day === firstShower ? [shower()] : []), ...(day === secondShower ? [shower()] : [])],
      frost: day === frostDay ? { fromMin: 4 * 60 + 55, toMin: between(5 * 60 + 25, 6 * 60 + 10) } : null,
      breakdown:
        day === breakdownDay
          ? { fromMin: brokenMin, toMin: brokenMin + between(20, 45), mower: between(0, mowers - 1) }
          : null,
      service: day === serviceDay ? { fromMin: 4 * 60, toMin: 11 * 60, mower: between(0, mowers - 1) } : null,
    }
  })
  const killed = Array.from({ length: kills }, () => ({
    day: between(0, days - 1),
    atMin: between(5 * 60 + 3, 8 * 60) + random(),
  }))
  return drawn.map((one, day) => ({
    ...one,
    killMins: killed
      .filter(kill => kill.day === day)
      .map(({ atMin }) => atMin)
      .toSorted((a, b) => a - b),
  }))
}
