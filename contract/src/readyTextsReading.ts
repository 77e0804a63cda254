/** The reading of the ready texts, without its shapes: the first load invalidates it, and the sheet of messages loads the call. */
export const readyTextsReading = { method: 'GET', path: 'settings/ready-texts' } as const
