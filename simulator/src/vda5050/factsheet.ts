/** Factsheets of simulated mowers that speak VDA 5050 2.1, with the fields that matter here. */

const instant = (actionType: string) => ({ actionType, actionScopes: ['INSTANT'] })

const PHYSICAL = { speedMin: 0.1, speedMax: 1.2, width: 1.4, length: 1.9 }
const TIMING = { minOrderInterval: 1, minStateInterval: 0.5, defaultStateInterval: 1 }
const TYPE = { seriesName: 'Meadow 3', agvKinematic: 'DIFF', agvClass: 'CARRIER', maxLoadMass: 0 }

/** It drives the orders of its own control. */
export const FACTSHEET = {
  typeSpecification: TYPE,
  physicalParameters: PHYSICAL,
  protocolLimits: { timing: TIMING },
  protocolFeatures: { agvActions: [instant('startPause'), instant('stopPause'), instant('cancelOrder')] },
}

/** It follows the lines of an order, and runs its blade on an edge. */
export const ORDER_FACTSHEET = {
  typeSpecification: { ...TYPE, navigationTypes: ['VIRTUAL_LINE_GUIDED'] },
  physicalParameters: PHYSICAL,
  protocolLimits: { maxStringLens: {}, maxArrayLens: { 'order.nodes': 500, 'order.edges': 499 }, timing: TIMING },
  protocolFeatures: {
    optionalParameters: [],
    agvActions: [
      ...FACTSHEET.protocolFeatures.agvActions,
      instant('startCharging'),
      instant('stopCharging'),
      { actionType: 'mow', actionScopes: ['EDGE'], blockingTypes: ['NONE'], actionParameters: [] },
    ],
  },
}
