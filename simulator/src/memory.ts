/**
 * How many items of a mission and of a fence the autopilot can store: some hundred in its own memory, or as many as fit
 * into the kilobytes of its card that BRD_SD_MISSION and BRD_SD_FENCE name. Both are read at boot only.
 */

export interface Memory {
  readonly missionItems: number
  readonly fenceItems: number
  /** Takes the parameters over. @returns whether the mission or the fence is in another store from now on */
  boot(): { readonly mission: boolean; readonly fence: boolean }
}

const OWN_MISSION_ITEMS = 655
const OWN_FENCE_ITEMS = 84
const BYTES_PER_ITEM = 15
const MOST_KB = 64
/** A fence counts its items in one byte. */
const MOST_FENCE_ITEMS = 255

const onCard = (parameters: ReadonlyMap<string, number>, name: string): number =>
  Math.floor((Math.max(0, Math.min(MOST_KB, parameters.get(name) ?? 0)) * 1_024) / BYTES_PER_ITEM)

/** @param ownItems of a mission, without a card */
export const createMemory = (parameters: ReadonlyMap<string, number>, ownItems = OWN_MISSION_ITEMS): Memory => {
  let mission = onCard(parameters, 'BRD_SD_MISSION')
  let fence = onCard(parameters, 'BRD_SD_FENCE')
  return {
    get missionItems() {
      return mission > 0 ? mission : ownItems
    },
    get fenceItems() {
      return fence > 0 ? Math.min(MOST_FENCE_ITEMS, fence) : OWN_FENCE_ITEMS
    },
    boot: () => {
      const before = { mission, fence }
      mission = onCard(parameters, 'BRD_SD_MISSION')
      fence = onCard(parameters, 'BRD_SD_FENCE')
      return { mission: mission > 0 !== before.mission > 0, fence: fence > 0 !== before.fence > 0 }
    },
  }
}
