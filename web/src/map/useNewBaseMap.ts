/**
 * A page may load pictures only from where the server allowed it when the page was opened. A base map that was named
 * since then is refused by the browser itself until the page is opened anew, which this does at a quiet moment.
 */
import { useEffect, useState } from 'react'

const ENTRY = 'greensward.baseMapOpened'

/**
 * @param address of the tiles, as the settings have it; null shows none
 * @param isQuiet whether opening the page anew loses nothing that somebody is at
 * @param openAnew opens this very view in a new page
 */
export function useNewBaseMap(address: string | null, isQuiet: boolean, openAnew: () => void): void {
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return
    const hear = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'img-src' && blockedURI.startsWith('http')) setRefused(address)
    }
    document.addEventListener('securitypolicyviolation', hear)
    return () => document.removeEventListener('securitypolicyviolation', hear)
  }, [address])
  useEffect(() => {
    if (refused === null || refused !== address || !isQuiet) return
    // Refused in a page that was opened for it, it would be refused again.
    if (sessionStorage.getItem(ENTRY) === address) return
    sessionStorage.setItem(ENTRY, address)
    openAnew()
  }, [refused, address, isQuiet, openAnew])
}
