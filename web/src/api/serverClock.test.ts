import { expect, test } from 'vitest'
import { noteServerDate, serverNowMs } from './serverClock.ts'

test('the server’s time is the latest in any answer, independent of the clock of this machine', () => {
  expect(serverNowMs(5_000)).toBeUndefined()
  noteServerDate('nonsense', 5_000)
  noteServerDate(undefined, 5_000)
  expect(serverNowMs(5_000)).toBeUndefined()
  const at = Date.parse('Fri, 01 May 2026 05:30:00 GMT')
  // This machine is ten minutes behind, and the first answer was on its way for three seconds.
  noteServerDate('Fri, 01 May 2026 05:30:00 GMT', at - 600_000 + 3_000)
  noteServerDate('Fri, 01 May 2026 05:30:00 GMT', at - 600_000 + 200)
  noteServerDate('Fri, 01 May 2026 05:30:00 GMT', at - 600_000 + 900)
  expect(serverNowMs(at - 600_000 + 1_200)).toBe(at + 1_000)
})
