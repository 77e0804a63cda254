/** The rig of machines on a broker: their adapter, simulated machines, and a broker in memory between them. */
import { type BrokerMachine, brokerAdapter, type MachinePorts, type MachineProtocol } from '@greensward/vehicle/broker'
import { createFakeClock, type FakeClock } from '@greensward/vehicle/testing'
import { createMemoryBroker, type MemoryClient } from '../broker/memoryBroker.ts'
import type { AdapterRig } from './adapterRig.ts'
import { first } from './harness.ts'

const STEP_MS = 100

/** A machine as it is, apart from what it reports. */
export interface SimulatedMachine {
  readonly isDriving: boolean
  readonly cuts: boolean
  readonly faults: { isDeaf: boolean }
  step(seconds: number): void
}

interface Machines<P extends MachineProtocol, S extends SimulatedMachine> {
  readonly ids: readonly [string, string]
  /** Connects it as well. */
  simulate(id: string, client: MemoryClient, clock: FakeClock): S
  create(id: string, systemId: number, ports: MachinePorts): BrokerMachine<P>
  /** Whether a machine drives or cuts after this message. */
  isMoving(topic: string, payload: string): boolean
  /** Sets the first machine to work, by a person's app or by the adapter. */
  setToWork(mower: S, by: Pick<BrokerRig<P, S>, 'publish' | 'adapter' | 'finish'>): void | Promise<void>
}

export interface BrokerRig<P extends MachineProtocol, S extends SimulatedMachine> extends AdapterRig {
  readonly clock: FakeClock
  readonly machines: ReadonlyMap<string, BrokerMachine<P>>
  readonly simulated: readonly S[]
  readonly events: readonly { readonly kind: string }[]
  /** All that this process has sent to the first machine, oldest first. */
  readonly sent: readonly { readonly topic: string; readonly payload: string }[]
  /** As another client of the broker. */
  readonly publish: MemoryClient['publish']
}

export const openBrokerRig = async <P extends MachineProtocol, S extends SimulatedMachine>(
  kind: Machines<P, S>,
): Promise<BrokerRig<P, S>> => {
  const { ids } = kind
  const clock = createFakeClock()
  const broker = createMemoryBroker(clock)
  const events: { readonly kind: string }[] = []
  /** Of this process alone, not of a person's app. */
  const sent: { readonly topic: string; readonly payload: string }[] = []
  const simulated = ids.map(id => kind.simulate(id, broker.connect(), clock))

  let ours = broker.connect()
  const openMachines = (): ReadonlyMap<string, BrokerMachine<P>> => {
    const client = broker.connect()
    ours = client
    return new Map(
      ids.map((id, index) => {
        const machine = kind.create(id, index + 1, {
          clock,
          send: (topic, payload) => {
            if (!client.isConnected) return false
            if (id === ids[0]) sent.push({ topic, payload })
            client.publish(topic, payload, false)
            return true
          },
          onEvent: event => events.push(event),
        })
        client.subscribe(machine.topics, (topic, payload, isRetained) => machine.receive(topic, payload, isRetained))
        return [id, machine] as const
      }),
    )
  }
  let machines = openMachines()
  let adapter = brokerAdapter(machines, clock)

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

  if (!(await until(() => ids.every(id => adapter.telemetryOf(id)?.link === 'live'), 5)))
    throw new Error('Nobody reports')

  const rig: BrokerRig<P, S> = {
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
    sent,
    until,
    publish: person.publish,
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
      await kind.setToWork(mower, rig)
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
    movingCommands: () =>
      sent.filter(({ topic, payload }) => kind.isMoving(topic, payload)).map(({ payload }) => payload),
    restart: async () => {
      for (const machine of machines.values()) machine.close()
      ours.isConnected = false
      sent.length = 0
      machines = openMachines()
      adapter = brokerAdapter(machines, clock)
    },
    // It signs nothing.
    reportUnsigned: () => undefined,
    close: async () => {
      for (const machine of machines.values()) machine.close()
    },
  }
  return rig
}
