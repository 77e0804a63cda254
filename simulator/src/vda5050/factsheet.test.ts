/** The factsheets that simulated mowers publish, against what the JSON schema of VDA 5050 2.1 requires of one. */
import { expect, test } from 'vitest'
import { SimulatedVda5050 } from './vda5050.ts'

const [text, number] = [expect.any(String), expect.any(Number)]
const oneOf = (...words: readonly string[]) => expect.stringMatching(new RegExp(`^(${words.join('|')})$`))
const REQUIRED = {
  headerId: number,
  timestamp: text,
  version: '2.1.0',
  manufacturer: 'Meadow',
  serialNumber: 'M-17',
  typeSpecification: {
    seriesName: text,
    agvKinematic: oneOf('DIFF', 'OMNI', 'THREEWHEEL'),
    agvClass: oneOf('FORKLIFT', 'CONVEYOR', 'TUGGER', 'CARRIER'),
    maxLoadMass: number,
    localizationTypes: [oneOf('NATURAL', 'REFLECTOR', 'RFID', 'DMC', 'SPOT', 'GRID')],
    navigationTypes: [oneOf('PHYSICAL_LINE_GUIDED', 'VIRTUAL_LINE_GUIDED', 'AUTONOMOUS')],
  },
  physicalParameters: {
    ...{ speedMin: number, speedMax: number, accelerationMax: number, decelerationMax: number },
    ...{ heightMax: number, width: number, length: number },
  },
  protocolLimits: {
    maxStringLens: {},
    maxArrayLens: {},
    timing: { minOrderInterval: number, minStateInterval: number },
  },
  protocolFeatures: { optionalParameters: [], agvActions: expect.any(Array) },
  agvGeometry: {},
  loadSpecification: {},
}
const ACTION = { actionType: text, actionScopes: [oneOf('INSTANT', 'NODE', 'EDGE')] }

test.each([
  ['the orders of its own control', false],
  ['orders that it receives', true],
] as const)('the factsheet of a mower that drives %s has what the standard requires', (_, takesOrders) => {
  const published = new Map<string, string>()
  const mower = new SimulatedVda5050(
    { publish: (topic, payload) => void published.set(topic, payload) },
    {
      ...{ interfaceName: 'uagv', manufacturer: 'Meadow', serialNumber: 'M-17', mapId: 'course' },
      nowMs: () => Date.UTC(2026, 10, 28),
      takesOrders,
    },
  )
  const actions = [{ actionType: 'factsheetRequest', actionId: 'f', blockingType: 'NONE' }]
  mower.receive(mower.topic('instantActions'), JSON.stringify({ actions }))
  const factsheet = JSON.parse(published.get(mower.topic('factsheet')) ?? expect.fail())
  expect(factsheet).toMatchObject(REQUIRED)
  const { agvActions } = factsheet.protocolFeatures
  expect(agvActions).toEqual(agvActions.map(() => expect.objectContaining(ACTION)))
})
