import { expect, test } from 'vitest'
import { askedAddress, minutesToNextReading, teeSheetAddress } from './teeSheetAddress.ts'

test('an address is read every five minutes, and less often after each failure, once an hour at least', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map(minutesToNextReading)).toEqual([5, 10, 20, 40, 60, 60, 60])
})

test.each(['https://club.example/tee.ics?key=1', 'http://10.0.0.3/tee.csv', 'webcal://club.example/tee.ics'])(
  '%s is an address',
  address => expect(teeSheetAddress.safeParse(address).success).toBe(true),
)

test.each(['club.example/tee.ics', 'file:///etc/passwd', 'https://me:secret@club.example/tee.ics', 'javascript:1'])(
  '%s is refused as an address',
  address => expect(teeSheetAddress.safeParse(address).success).toBe(false),
)

test('a calendar that is shared as webcal is read by https', () => {
  expect(askedAddress('webcal://club.example/tee.ics')).toBe('https://club.example/tee.ics')
})
