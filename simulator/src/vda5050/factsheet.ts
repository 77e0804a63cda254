/** Factsheets of simulated mowers that speak VDA 5050 2.1, with every field that its schema requires. */

const instant = (actionType: string) => ({ actionType, actionScopes: ['INSTANT'] })

const PHYSICAL = {
  ...{ speedMin: 0.1, speedMax: 1.2, accelerationMax: 0.8, decelerationMax: 0.8 },
  ...{ heightMin: 0.9, heightMax: 0.9, width: 1.4, length: 1.9 },
}
const TIMING = { minOrderInterval: 1, minStateInterval: 0.5, defaultStateInterval: 1 }
/** The standard knows no mowers: none of its classes fits. */
const TYPE = {
  ...{ seriesName: 'Meadow 3', agvKinematic: 'DIFF', agvClass: 'CARRIER', maxLoadMass: 0 },
  localizationTypes: ['NATURAL'],
}
/** It carries nothing, and says nothing of its wheels and outlines. */
const NO_LOADS = { agvGeometry: {}, loadSpecification: {} }

/** It drives the orders of its own control. */
export const FACTSHEET = {
  ...NO_LOADS,
  typeSpecification: { ...TYPE, navigationTypes: ['AUTONOMOUS'] },
  physicalParameters: PHYSICAL,
  protocolLimits: { maxStringLens: {}, maxArrayLens: {}, timing: TIMING },
  protocolFeatures: {
    optionalParameters: [],
    agvActions: [instant('startPause'), instant('stopPause'), instant('cancelOrder')],
  },
}

/** It follows the lines of an order, and runs its blade on an edge. */
export const ORDER_FACTSHEET = {
  ...NO_LOADS,
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
