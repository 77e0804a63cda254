/** Addresses that count as one caller: an IPv4 address, or the /64 that one household or office has of IPv6. */
import { isIPv6 } from 'node:net'

/** Of connections that were reset before anybody asked where they came from. */
const GONE = 'gone'

/** @param ip undefined once the connection is gone */
export const callerOf = (ip: string | undefined): string => {
  if (ip === undefined) return GONE
  const [, mapped] = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = (ip.split('%')[0] ?? ip).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const groups = ip.includes('::')
    ? [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
    : before
  return `${groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`
}
