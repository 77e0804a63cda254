/** MQTT: a broker of the course gets the state of the mowers, and commands come back. Nothing is loaded while it is off. */
import type { MqttSettingsChange } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { failureOf } from '../../platform/mqtt/brokerClient.ts'
import { openSeal, type Seal } from '../../platform/sealing.ts'
import { brokerOf, createMqttLink, type MqttPorts } from './mqttLink.ts'
import { changeMqtt, readMqtt, type StoredMqtt, shownMqtt, stateOf } from './mqttStore.ts'
import { tryBroker } from './session.ts'

const TESTS_PER_MINUTE = 10

const changedSettings = (seal: Seal, before: StoredMqtt, change: MqttSettingsChange): StoredMqtt => {
  const { password, ...others } = change
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const after: StoredMqtt = { ...before, ...given }
  // A password is for the broker and the user that it was typed for and must not go to another one.
  const isSame = after.address === before.address && after.user === before.user
  const kept = isSame ? before.sealedPassword : null
  const sealedPassword = password === undefined ? kept : password === '' ? null : seal.close(password)
  return { ...after, commands: [...new Set(after.commands)], sealedPassword }
}

/** @throws Refusal of an empty address */
const refuseWithoutAddress = ({ address }: StoredMqtt): void => {
  if (address === '') refuseFields({ 'body.address': said('empty') })
}

export const createMqttFeature = (ctx: Context, ports: MqttPorts): Feature => {
  const seal = openSeal(ctx.config.sharedDir)
  const link = createMqttLink(ctx, seal, ports)
  return {
    routes: [
      route(calls.mqtt.settings, async () => shownMqtt(await readMqtt(ctx.db))),
      route(calls.mqtt.update, async ({ body, user, write }) => {
        const answer = await write(async tx => {
          const { before, after } = await changeMqtt(tx, known => changedSettings(seal, known, body), ctx.clock.now())
          if (after.enabled) refuseWithoutAddress(after)
          await ctx.audit(tx, {
            user,
            action: 'settings.update',
            subject: 'settings',
            subjectId: 'mqtt',
            details: { before: shownMqtt(before), after: shownMqtt(after) },
          })
          return shownMqtt(after)
        })
        ctx.events.emit('mqttChanged', {})
        ctx.live.publish('settings', 'changed', { subject: 'mqtt' })
        return answer
      }),
      route(calls.mqtt.state, async () => stateOf(await readMqtt(ctx.db), ctx.clock.now())),
      route(
        calls.mqtt.test,
        async ({ body }) => {
          const settings = changedSettings(seal, await readMqtt(ctx.db), body)
          refuseWithoutAddress(settings)
          try {
            await tryBroker(brokerOf(settings, seal, 'test'), settings.prefix, ctx.config.outgoingPrivate)
            return { problem: null, detail: '' }
          } catch (error) {
            const { problem, message } = failureOf(error)
            return { problem, detail: message }
          }
        },
        { perMinute: TESTS_PER_MINUTE },
      ),
    ],
    start: () => link.start(),
    stop: () => link.close(),
  }
}
