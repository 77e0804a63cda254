/** A vehicle of another maker: the virtual one of `vda-5050-lib` (Siemens, MIT), which follows VDA 5050 2.0 by code that is not ours. */
import {
  ActionStatus,
  AgvController,
  type AgvController as AgvControllerType,
  type AttachContext,
  type Factsheet,
  type Headerless,
  type VirtualActionDefinition,
  VirtualAgvAdapter,
  type VirtualAgvAdapterOptions,
} from 'vda-5050-lib'

const FACTSHEET = {
  typeSpecification: {
    ...{ seriesName: 'Virtual', agvClass: 'CARRIER', agvKinematic: 'DIFF', maxLoadMass: 0 },
    ...{ navigationTypes: ['VIRTUAL_LINE_GUIDED'], localizationTypes: ['NATURAL'] },
  },
  physicalParameters: {
    ...{ speedMin: 0.01, speedMax: 3, accelerationMax: 1, decelerationMax: 1 },
    ...{ heightMin: 1, heightMax: 1, width: 1, length: 1 },
  },
  protocolLimits: { maxStringLens: {}, maxArrayLens: {}, timing: { minOrderInterval: 0.5, minStateInterval: 0.1 } },
  protocolFeatures: {
    optionalParameters: [],
    agvActions: [
      ...['startPause', 'stopPause', 'cancelOrder', 'startCharging', 'stopCharging'].map(actionType => ({
        actionType,
        actionScopes: ['INSTANT'],
      })),
      { actionType: 'mow', actionScopes: ['EDGE'], blockingTypes: ['NONE'], actionParameters: [] },
    ],
  },
}

/** It drives an edge only once the actions of the edge have ended, so its blade starts with the edge and is not seen to run. */
const MOW = {
  actionType: 'mow',
  actionScopes: 'edge',
  transitions: {
    ON_INIT: { next: ActionStatus.Running },
    ON_CANCEL: {},
    ON_TERMINATE: { next: ActionStatus.Finished },
    [ActionStatus.Running]: { durationTime: 0.1, next: ActionStatus.Finished },
    [ActionStatus.Finished]: { resultDescription: () => 'The blade runs' },
    [ActionStatus.Failed]: { errorDescription: () => 'The blade does not run' },
  },
} as VirtualActionDefinition

class MowingAdapter extends VirtualAgvAdapter {
  protected override get actionDefinitions(): VirtualActionDefinition[] {
    return [...super.actionDefinitions, MOW]
  }

  override attach(context: AttachContext): void {
    super.attach(context)
    this.controller.updateFactsheet(FACTSHEET as unknown as Headerless<Factsheet>)
  }
}

interface Identity {
  readonly interfaceName: string
  readonly manufacturer: string
  readonly serialNumber: string
  readonly mapId: string
}

/** At the origin of its map. */
export const startVirtualAgv = async (
  brokerUrl: string,
  { interfaceName, manufacturer, serialNumber, mapId }: Identity,
): Promise<AgvControllerType> => {
  const adapter: VirtualAgvAdapterOptions & { readonly initialPosition: { readonly deviationRange: number } } = {
    initialPosition: { mapId, x: 0, y: 0, theta: 0, lastNodeId: '0', deviationRange: 0.02 },
    vehicleSpeed: 2,
    initialBatteryCharge: 95,
    timeLapse: 2,
  }
  const agv = new AgvController(
    { manufacturer, serialNumber },
    { interfaceName, vdaVersion: '2.0.0', transport: { brokerUrl } },
    { agvAdapterType: MowingAdapter, publishStateInterval: 500, publishVisualizationInterval: 300 },
    adapter,
  )
  await agv.start()
  return agv
}
