import { englishText } from '@greensward/messages/english'
import { expect, test } from 'vitest'
import { createAutopilotSaid } from './autopilotSaid.ts'

const open = () => {
  let ms = 0
  const said = createAutopilotSaid({ now: () => new Date(ms) })
  return {
    ...said,
    pass: (seconds: number): void => {
      ms += seconds * 1_000
    },
    left: (mode: 'hold' | 'rtl' = 'hold') => englishText(said.whyLeft('a', mode)),
  }
}

test('a mower that left AUTO after a warning quotes it, and one that said nothing leaves the reason open', () => {
  const { text, pass, left } = open()
  expect(left()).toBe('The mower left AUTO by itself (now hold)')
  text('a', 6, 'Reached waypoint #3')
  text('b', 2, 'EKF failsafe')
  expect(left()).toBe('The mower left AUTO by itself (now hold)')
  text('a', 2, 'EKF failsafe')
  expect(left()).toBe('The autopilot held. It said: “EKF failsafe”')
  expect(left('rtl')).toBe('The autopilot left AUTO (now rtl). It said: “EKF failsafe”')
  pass(5)
  expect(left()).toBe('The mower left AUTO by itself (now hold)')
})

test('reports a low battery before every other message, with its voltage where it is known', () => {
  const { text, battery, left } = open()
  expect(battery('a', 10.46)).toBe(false)
  text('a', 4, 'Something else')
  expect(left()).toBe('The autopilot held: battery low, 10.5 V')
  battery('a', null)
  expect(left('rtl')).toBe('The autopilot left AUTO (now rtl): battery low, ? V')
})

test('a battery failsafe that is known only after the mower left AUTO is reported, for a moment', () => {
  const { battery, pass, left } = open()
  left()
  pass(2)
  expect(battery('a', 10.4)).toBe(true)
  pass(5)
  expect(battery('a', 10.4)).toBe(false)
})
