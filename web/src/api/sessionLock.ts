/** Keeps two tabs of one browser from using up the same refresh token. */
const LOCK = 'greensward.session'

/** Web Locks exist in secure contexts only; without them the server's grace for parallel tabs has to do. */
export const lockSession = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
