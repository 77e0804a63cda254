/** The failsafes of a mower that concern people, and those that the server handles itself. */
import type { AutopilotReport } from '@greensward/domain'
import type { FailsafeReport } from '@greensward/vehicle'

/** Says whether a mower holds by itself without this station; a pre-start check of its own asks for it. */
export const LINK_FAILSAFE = 'FS_GCS_ENABLE'

const FENCE_ENABLE = 'FENCE_ENABLE'

/** Set and read back with the fence of each mission, and off between missions: a person has nothing to correct. */
const isOfFence = (name: string): boolean => name.startsWith('FENCE_') || name === 'AVOID_ENABLE'

export const autopilotReportOf = ({ lines }: FailsafeReport, readAt: Date): AutopilotReport => {
  const fence = lines.find(({ name }) => name === FENCE_ENABLE)
  return {
    readAt: readAt.toISOString(),
    failsafes: lines.filter(({ name }) => !isOfFence(name)).map(line => ({ ...line })),
    hasFence: fence === undefined ? null : fence.value !== null,
  }
}

/** The storage of an autopilot prevents no start: a longer mission goes in parts, and the fence has its own line. */
export const isOfCard = (name: string): boolean => name.startsWith('BRD_SD_')
