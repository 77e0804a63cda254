/**
 * The discovery messages against what Home Assistant's documentation asks of each component: which fields are required, which
 * exist at all, and what each may hold (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery, and the pages
 * lawn_mower.mqtt, sensor.mqtt, button.mqtt and device_tracker.mqtt beside it).
 */
import { SILENT_TELEMETRY } from '@greensward/domain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { MowerNow } from '../../shared/missionLife/ports.ts'
import { discoveryOf } from './homeAssistant.ts'
import type { StoredMqtt } from './mqttStore.ts'
import { activityOf, createPublished } from './published.ts'
import { topicsOf } from './topics.ts'

const ID = '0b7390aa-1111-4222-8333-444455556666'
const NODE = 'greensward_0b7390aa111142228333444455556666'

const mower = (changes: Partial<MowerNow> = {}, vehicle: Partial<MowerNow['vehicle']> = {}): MowerNow => ({
  ...{ id: ID, name: 'Grün 7 "Rook"', isAtBase: null, mission: null },
  vehicle: {
    ...{ id: ID, kind: 'mower', telemetry: SILENT_TELEMETRY, missionId: null, progress: null, stop: null },
    ...vehicle,
  },
  ...changes,
})
const live = (telemetry: Partial<typeof SILENT_TELEMETRY> = {}) => ({
  telemetry: { ...SILENT_TELEMETRY, link: 'live' as const, ...telemetry },
})
const settings = (changes: Partial<StoredMqtt> = {}): StoredMqtt => ({
  ...{ enabled: true, address: 'mqtt://h', user: '', sealedPassword: null, authority: '', prefix: 'club/course' },
  ...{ homeAssistant: true, discoveryPrefix: 'homeassistant', sharesPosition: true, actorName: 'MQTT' },
  ...{ commands: ['start', 'pause', 'dock'], triedAt: null, connectedAt: null, seenAt: null, failures: 0 },
  ...{ problem: null, detail: '', topics: [] },
  ...changes,
})
const found = (changes: Partial<StoredMqtt> = {}, mowers = [mower()]) =>
  discoveryOf(settings(changes), topicsOf('club/course'), mowers)

const topic = z.string().regex(/^[^#+]+$/)
const template = z.string().regex(/\{\{.+\}\}/)
const shared = {
  unique_id: z.string().min(1),
  name: z.string().nullable().optional(),
  icon: z.string().startsWith('mdi:').optional(),
  qos: z.literal([0, 1, 2]).optional(),
  entity_category: z.literal(['config', 'diagnostic']).optional(),
  availability: z.array(z.strictObject({ topic })).min(1),
  availability_mode: z.literal(['all', 'any', 'latest']).optional(),
  // "At least one of identifiers or connections must be present to identify the device."
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    name: z.string(),
    manufacturer: z.string(),
    via_device: z.string().optional(),
  }),
  // "name" is required in it.
  origin: z.strictObject({ name: z.string(), sw_version: z.string().optional() }),
}
const DOCUMENTED = {
  lawn_mower: z.strictObject({
    ...shared,
    activity_state_topic: topic,
    activity_value_template: template.optional(),
    json_attributes_topic: topic.optional(),
    start_mowing_command_topic: topic.optional(),
    start_mowing_command_template: template.optional(),
    pause_command_topic: topic.optional(),
    pause_command_template: template.optional(),
    dock_command_topic: topic.optional(),
    dock_command_template: template.optional(),
  }),
  sensor: z.strictObject({
    ...shared,
    state_topic: topic,
    value_template: template.optional(),
    device_class: z.literal('battery').optional(),
    state_class: z.literal('measurement').optional(),
    unit_of_measurement: z.literal('%').optional(),
  }),
  button: z.strictObject({ ...shared, command_topic: topic, payload_press: z.string().optional() }),
  // A state topic is deprecated there; without one the attributes are required.
  device_tracker: z.strictObject({
    ...shared,
    json_attributes_topic: topic,
    source_type: z.literal(['gps', 'router', 'bluetooth', 'bluetooth_le']).optional(),
  }),
} as const

/** As Home Assistant's own discovery reads a topic. */
const TOPIC = /^homeassistant\/(\w+)\/([a-zA-Z0-9_-]+)\/([a-zA-Z0-9_-]+)\/config$/

test('every discovery message has the fields that Home Assistant documents, and no others', () => {
  const messages = found()
  expect(messages.size).toBe(7)
  for (const [address, config] of messages) {
    const [, component = ''] = TOPIC.exec(address) ?? []
    const shape = DOCUMENTED[component as keyof typeof DOCUMENTED]
    expect(shape, address).toBeDefined()
    // What is sent is JSON.
    const parsed = shape.safeParse(JSON.parse(JSON.stringify(config)))
    expect([address, parsed.error?.issues ?? []]).toEqual([address, []])
  }
})

test('each entity has an id of its own, which a rename does not change', () => {
  const ids = [...found().values()].map(config => config.unique_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(`${NODE}_mower`)
  expect([...found({}, [mower({ name: 'Another' })]).values()].map(config => config.unique_id)).toEqual(ids)
})

test('a command that is switched off is not offered', () => {
  const of = (changes: Partial<StoredMqtt>) => found(changes).get(`homeassistant/lawn_mower/${NODE}/mower/config`) ?? {}
  expect(Object.keys(of({})).filter(name => name.includes('command'))).toHaveLength(6)
  expect(Object.keys(of({ commands: ['pause'] })).filter(name => name.includes('command'))).toEqual([
    'pause_command_topic',
    'pause_command_template',
  ])
  expect(Object.keys(of({ commands: [] })).filter(name => name.includes('command'))).toEqual([])
})

test('a position is published only where the settings allow it', () => {
  const at = [mower({}, live({ position: [-6.25, 53.5], accuracyM: 0.014 }))]
  const course = { mode: 'normal', rainMode: 'false' } as const
  const shown = createPublished(settings())(at, course)
  expect(JSON.parse(shown.get(`club/course/mower/${ID}/position`) ?? '')).toEqual({
    latitude: 53.5,
    longitude: -6.25,
    gps_accuracy: 0.01,
  })
  const hidden = createPublished(settings({ sharesPosition: false }))(at, course)
  const all = [...hidden.keys(), ...hidden.values()].join('\n')
  expect(all).not.toMatch(/position|53\.5/)
  expect(createPublished(settings({ enabled: false }))(at, course).size).toBe(0)
})

test('what a mower does is a word of Home Assistant, and none where it has no word for it', () => {
  const mission = { title: 'Fairway 3', status: 'working', goal: 'mow' } as const
  expect(activityOf(mower())).toBe('none')
  expect(activityOf(mower({ isAtBase: false }, live()))).toBe('none')
  expect(activityOf(mower({ isAtBase: true }, live()))).toBe('docked')
  expect(activityOf(mower({}, live({ charging: true })))).toBe('docked')
  expect(activityOf(mower({ mission }, live()))).toBe('mowing')
  expect(activityOf(mower({ mission: { ...mission, goal: 'home' } }, live()))).toBe('returning')
  expect(activityOf(mower({ mission: { ...mission, goal: 'point' } }, live()))).toBe('none')
  expect(activityOf(mower({ mission: { ...mission, status: 'stopped' } }, live()))).toBe('paused')
  expect(activityOf(mower({ mission }, live({ batteryFailsafe: true })))).toBe('error')
  expect(activityOf(mower({}, { ...live(), foreignDrive: true }))).toBe('error')
  const stop = { requestedAt: '2026-11-20T06:15:00.000Z', acknowledged: false, standingStill: false }
  expect(activityOf(mower({ mission }, { ...live(), stop }))).toBe('error')
})
