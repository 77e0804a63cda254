/** Keys of trackers and tokens of tablets. */
import { randomLetters } from '../../platform/secrets.ts'

export { newPairingCode, newToken as newDeviceToken, tokenHash as secretHash } from '../../platform/secrets.ts'

/** 120 bits, typed into a phone. */
export const newTrackerKey = (): string => randomLetters(24)
