/** Below this share of its charge a mower needs a charger before it needs a mission. */
const LOW = 0.2

/** The tone of a charge from 0 to 1: a low one is red wherever it is shown. */
export const batteryTone = (share: number | null | undefined): 'error' | undefined =>
  share !== null && share !== undefined && share < LOW ? 'error' : undefined
