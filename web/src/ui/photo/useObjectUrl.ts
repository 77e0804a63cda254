import { useEffect, useState } from 'react'

/** An address for bytes that came with the session's key, which a plain address cannot carry; undefined before they are there. */
export function useObjectUrl(data: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [data])
  return address
}
