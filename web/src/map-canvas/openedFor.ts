/**
 * A page may load pictures, and parts of files, only from where the server allowed it when the page was opened. A base map that is set
 * later is refused by the browser itself until the page is opened again, for which the base map is noted here.
 */
const ENTRY = 'greensward.baseMapOpened'

/** Whether the page was opened again for this base map: refused then, it would be refused the next time too. */
export const isOpenedFor = (address: string): boolean => sessionStorage.getItem(ENTRY) === address

export const noteOpenedFor = (address: string): void => sessionStorage.setItem(ENTRY, address)

/** What was shown may be refused again in a page that is opened later. */
export const forgetOpenedFor = (): void => sessionStorage.removeItem(ENTRY)
