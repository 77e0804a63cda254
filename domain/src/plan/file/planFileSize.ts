/** How much of an autopilot's memory a .plan file takes, for people who load it with another program. */

/** Capacity of ArduPilot Rover without a memory card (measured on 4.7). Home takes one of its 655 mission items. */
export const STORED_WITHOUT_CARD = { missionItems: 654, fenceItems: 84 } as const

export interface PlanFileSize {
  readonly missionItems: number
  /** Corners of all polygons of the fence. */
  readonly fenceItems: number
}

const listIn = (value: unknown, key: string): readonly unknown[] => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return Array.isArray(found) ? found : []
}

/** @param file the content of a .plan file; missing parts count as 0 */
export const planFileSize = (file: Readonly<Record<string, unknown>>): PlanFileSize => ({
  missionItems: listIn(file.mission, 'items').length,
  fenceItems: listIn(file.geoFence, 'polygons').reduce<number>((sum, one) => sum + listIn(one, 'polygon').length, 0),
})

/** Which of its parts an autopilot without a memory card refuses; empty for a file that it takes. */
export const tooLargeWithoutCard = (size: PlanFileSize): readonly (keyof PlanFileSize)[] =>
  (['missionItems', 'fenceItems'] as const).filter(part => size[part] > STORED_WITHOUT_CARD[part])
