/**
 * A page may load pictures, and parts of files, only from where the server allowed it when the page was opened. A base map that was named
 * since then is refused by the browser itself until the page reloads, which this does at a quiet moment.
 */
import { useEffect, useState } from 'react'

const ENTRY = 'greensward.baseMapOpened'

/**
 * @param address of the tiles, as the settings have it; null shows none
 * @param isQuiet whether a reload loses no work of the person
 * @param reopen opens this very view in a new page
 */
export function useNewBaseMap(address: string | null, isQuiet: boolean, reopen: () => void): void {
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      const isPicture = effectiveDirective === 'img-src' && blockedURI.startsWith('http')
      const isPart = effectiveDirective === 'connect-src' && address.startsWith(blockedURI.split('?')[0] ?? blockedURI)
      if (isPicture || isPart) setRefused(address)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [address])
  useEffect(() => {
    if (refused === null || refused !== address || !isQuiet) return
    // Refused in a page that was opened for it, it would be refused again.
    if (sessionStorage.getItem(ENTRY) === address) return
    sessionStorage.setItem(ENTRY, address)
    reopen()
  }, [refused, address, isQuiet, reopen])
}
