import { describe, expect, it } from 'vitest'
import { timetableText } from './timetableText.ts'

describe('a timetable in words', () => {
  it('draws days in a row together and keeps single ones apart', () => {
    expect(
      timetableText(
        [
          { days: ['mon', 'tue', 'wed', 'fri'], from: '07:00', to: '09:30' },
          { days: ['sat', 'sun'], from: '22:00', to: '04:00' },
        ],
        'en',
      ),
    ).toBe('Mon–Wed, Fri 07:00–09:30; Sat, Sun 22:00–04:00')
  })
  it('names the days in the language of the page, in the order of the week', () => {
    expect(timetableText([{ days: ['sun', 'mon'], from: '06:00', to: '08:00' }], 'de')).toBe('Mo, So 06:00–08:00')
  })
})
