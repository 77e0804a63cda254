import { englishText } from '@greensward/messages/english'
import type { Outcome } from '@greensward/vehicle'
import { expect, test } from 'vitest'
import { answerWhy } from './why.ts'

type Refused = Exclude<Outcome, { outcome: 'accepted' }>
const message = 'For the log'

test.each<[string, Refused, RegExp]>([
  [
    'the value that is too old',
    { outcome: 'rejected', reason: 'stale', detail: 'staleBattery', message },
    /battery level/,
  ],
  [
    'the setting that was kept',
    { outcome: 'rejected', reason: 'notSet', answer: 'FENCE_ACTION = 0', message },
    /kept FENCE_ACTION = 0/,
  ],
  [
    'the words of the autopilot alone',
    { outcome: 'rejected', reason: 'denied', answer: 'Arm: no GPS', message },
    /answer: Arm: no GPS$/,
  ],
  ['what was waited for', { outcome: 'noAnswer', missing: 'notSeenDriving', message }, /does not drive/],
])('shows %s', (_, outcome, text) => {
  const shown = englishText(answerWhy(outcome))
  expect(shown).toMatch(text)
  expect(shown).not.toContain(message)
})
