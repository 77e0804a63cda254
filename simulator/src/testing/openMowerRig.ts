/** The rig of mowers that run OpenMower: the adapter, simulated mowers, and a broker in memory between them. */
import { OpenMower, openMowerAdapter } from '@greensward/vehicle/openMower'
import { createFakeClock, type FakeClock } from '@greensward/vehicle/testing'
import { createMemoryBroker } from '../openMower/memoryBroker.ts'
import { SimulatedOpenMower } from '../openMower/openMower.ts'
import type { AdapterRig } from './adapterRig.ts'
import { first, HOME } from './harness.ts'

const STEP_MS = 100
const START = 'mower_logic:idle/start_mowing'
/** Actions after which it drives or cuts. */
const MOVING = /\/(start_\w+|continue|skip_\w+|abort_mowing|reset_emergency)$/

export interface OpenMowerRig extends AdapterRig {
  readonly clock: FakeClock
  readonly machines: ReadonlyMap<string, OpenMower>
  readonly simulated: readonly SimulatedOpenMower[]
  readonly events: readonly { readonly kind: string }[]
  /** As the app of a person does. */
  act(action: string): void
  /** Publishes in the name of the first one. */
  say(topic: string, payload: string, isRetained: boolean): void
}

export const openOpenMowerRig = async (): Promise<OpenMowerRig> => {
  const clock = createFakeClock()
  const broker = createMemoryBroker(clock)
  const ids = ['open-1', 'open-2'] as const
  const prefixOf = (id: string): string => `lawn/${id}`
  const events: { readonly kind: string }[] = []
  /** Of this process alone, not of a person's app. */
  const sentHere: string[] = []

  const simulated = ids.map(id => {
    const client = broker.connect()
    const mower = new SimulatedOpenMower(client, prefixOf(id))
    client.subscribe([mower.actionTopic], (topic, payload) => mower.receive(topic, payload))
    mower.connected()
    return mower
  })

  let ours = broker.connect()
  const openMachines = (): ReadonlyMap<string, OpenMower> => {
    const client = broker.connect()
    ours = client
    return new Map(
      ids.map((id, index) => {
        const machine = new OpenMower(
          { id, systemId: index + 1, datum: HOME, prefix: prefixOf(id), link: `mqtt://memory/${id}` },
          {
            clock,
            send: (topic, payload) => {
              if (!client.isConnected) return false
              if (id === ids[0] && MOVING.test(payload)) sentHere.push(payload)
              client.publish(topic, payload, false)
              return true
            },
            onEvent: event => events.push(event),
          },
        )
        client.subscribe(machine.topics, (topic, payload, isRetained) => machine.receive(topic, payload, isRetained))
        return [id, machine] as const
      }),
    )
  }
  let machines = openMachines()
  let adapter = openMowerAdapter(machines, clock)

  const step = async (): Promise<void> => {
    for (const mower of simulated) mower.step(STEP_MS / 1_000)
    await clock.advance(STEP_MS)
  }
  const until = async (done: () => boolean, seconds: number): Promise<boolean> => {
    for (let passedMs = 0; passedMs <= seconds * 1_000; passedMs += STEP_MS) {
      if (done()) return true
      await step()
    }
    return done()
  }
  const person = broker.connect()
  const mower = first(simulated)
  const act = (action: string): void => person.publish(mower.actionTopic, action, false)

  if (!(await until(() => ids.every(id => adapter.telemetryOf(id)?.link === 'live'), 5)))
    throw new Error('Nobody reports')

  return {
    get adapter() {
      return adapter
    },
    get machines() {
      return machines
    },
    ids,
    clock,
    simulated,
    events,
    until,
    act,
    say: (topic, payload, isRetained) => person.publish(`${prefixOf(ids[0])}/${topic}`, payload, isRetained),
    finish: async promise => {
      let isSettled = false
      const settled = promise.finally(() => {
        isSettled = true
      })
      settled.catch(() => undefined)
      if (!(await until(() => isSettled, 60))) throw new Error('It did not settle')
      return settled
    },
    pass: async seconds => {
      await until(() => false, seconds)
    },
    work: async () => {
      act(START)
      if (!(await until(() => mower.cuts && adapter.telemetryOf(ids[0])?.mode === 'auto', 30)))
        throw new Error('It does not mow')
    },
    drives: () => mower.isDriving,
    cuts: () => mower.cuts,
    deafen: () => {
      mower.faults.isDeaf = true
    },
    setSilent: isSilent => {
      ours.isConnected = !isSilent
    },
    movingCommands: () => [...sentHere],
    restart: async () => {
      for (const machine of machines.values()) machine.close()
      ours.isConnected = false
      sentHere.length = 0
      machines = openMachines()
      adapter = openMowerAdapter(machines, clock)
    },
    // It signs nothing.
    reportUnsigned: () => undefined,
    close: async () => {
      for (const machine of machines.values()) machine.close()
    },
  }
}
