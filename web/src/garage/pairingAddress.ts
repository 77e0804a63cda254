/** What a tablet opens to be paired; the code stands behind a #, which browsers send to nobody. */
export const pairingAddress = (code: string): string => `${window.location.origin}/player#pair=${code}`
