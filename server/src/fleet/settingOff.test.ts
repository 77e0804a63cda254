import { expect, test } from 'vitest'
import { type Companion, createSettingOff } from './settingOff.ts'

const LONG_MS = 600_000

/** What has been let go, by name, as far as it has come. */
const watched = (goes: Readonly<Record<string, Promise<void>>>): string[] => {
  const gone: string[] = []
  for (const [name, go] of Object.entries(goes)) void go.then(() => gone.push(name))
  return gone
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
const never = new AbortController().signal

test('one alone sets off at once', async () => {
  await createSettingOff(LONG_MS).join('fairway').ready(never)
})

test('who is ready first waits for the others of its zone, and all go in the same moment', async () => {
  const settingOff = createSettingOff(LONG_MS)
  const [one, two, elsewhere] = ['fairway', 'fairway', 'green'].map(zone => settingOff.join(zone)) as [
    Companion,
    Companion,
    Companion,
  ]
  const gone = watched({ one: one.ready(never), elsewhere: elsewhere.ready(never) })
  await settled()
  expect(gone).toEqual(['elsewhere'])
  await two.ready(never)
  await settled()
  expect(gone).toEqual(['elsewhere', 'one'])
})

test('nobody waits for a start that was given up', async () => {
  const settingOff = createSettingOff(LONG_MS)
  const [one, two] = [settingOff.join('fairway'), settingOff.join('fairway')]
  const gone = watched({ one: one.ready(never) })
  two.leave()
  two.leave()
  await settled()
  expect(gone).toEqual(['one'])
})

test('a stop ends the waiting, and what was stopped holds up nobody', async () => {
  const settingOff = createSettingOff(LONG_MS)
  const [one, two] = [settingOff.join('fairway'), settingOff.join('fairway')]
  const stop = new AbortController()
  const gone = watched({ one: one.ready(stop.signal) })
  stop.abort()
  await settled()
  expect(gone).toEqual(['one'])
  one.leave()
  await two.ready(never)
})

test('patience ends', async () => {
  const settingOff = createSettingOff(10)
  const one = settingOff.join('fairway')
  settingOff.join('fairway')
  await one.ready(never)
})
