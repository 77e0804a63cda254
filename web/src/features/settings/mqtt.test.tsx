/** The page of MQTT: how the connection goes, and a broker that is tried before it is saved. */
import type { MqttSettings, MqttState } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 20_000 }
const AT = '2026-11-20T06:15:00.000Z'

const settings: MqttSettings = {
  ...{ enabled: false, address: '', user: '', hasPassword: false, authority: '', prefix: 'greensward' },
  ...{ homeAssistant: true, discoveryPrefix: 'homeassistant', sharesPosition: false, commands: [], actorName: 'MQTT' },
}
const state: MqttState = {
  ...{ state: 'off', connectedAt: null, triedAt: null, nextTryAt: null, problem: null, detail: '', topics: 0 },
}

test('a broker is tried by what is in the fields, and what is saved is what was changed', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/mqtt',
    prepare: wire => {
      wire.answer(calls.mqtt.settings, settings)
      wire.answer(calls.mqtt.state, state)
      wire.answer(calls.mqtt.test, { problem: 'loginRefused', detail: 'Not authorized' })
      wire.answer(calls.mqtt.update, { ...settings, enabled: true, address: 'mqtt://broker', commands: ['pause'] })
    },
  })
  await user.type(await screen.findByLabelText('Address', undefined, SLOW), 'mqtt://broker')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/^The broker rejects the user name or password\./)).toBeDefined()
  const tried = wire.asked.find(({ call }) => call === calls.mqtt.test)
  expect(tried?.body).toEqual({
    ...{ address: 'mqtt://broker', user: '', authority: '', prefix: 'greensward', password: 'secret' },
  })
  expect(wire.asked.some(({ call }) => call === calls.mqtt.update)).toBe(false)
  await user.type(screen.getByLabelText('User'), 'u')
  expect(screen.queryByText(/^The broker rejects/)).toBeNull()
  await user.clear(screen.getByLabelText('User'))
  await user.click(screen.getByRole('switch', { name: /Connect to a broker/ }))
  await user.click(screen.getByLabelText('Pause: stop the mower'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.mqtt.update)).toEqual([
      { enabled: true, address: 'mqtt://broker', password: 'secret', commands: ['pause'] },
    ]),
  )
})

test('a connection that fails says why and when it is tried again', async () => {
  await open({
    path: '/settings/mqtt',
    language: 'de',
    prepare: wire => {
      wire.answer(calls.mqtt.settings, { ...settings, enabled: true, address: 'mqtt://broker' })
      const failing = { ...state, state: 'failing', triedAt: AT, nextTryAt: AT, problem: 'tooSlow' } as const
      wire.answer(calls.mqtt.state, failing)
    },
  })
  const refusal = await screen.findByText(/^Der Broker antwortet nicht rechtzeitig\./, undefined, SLOW)
  expect(refusal.textContent).toMatch(/Nächster Versuch um \d\d:\d\d/)
  expect(screen.getByText('Nicht verbunden')).toBeDefined()
})
