/**
 * Types of the messages that this product uses. wire.ts holds their layout in a payload; a test compares the two.
 */
export interface MessageFields {
  HEARTBEAT: {
    customMode: number
    type: number
    autopilot: number
    baseMode: number
    systemStatus: number
    mavlinkVersion: number
  }
  SYS_STATUS: {
    onboardControlSensorsPresent: number
    onboardControlSensorsEnabled: number
    onboardControlSensorsHealth: number
    load: number
    voltageBattery: number
    currentBattery: number
    dropRateComm: number
    errorsComm: number
    errorsCount1: number
    errorsCount2: number
    errorsCount3: number
    errorsCount4: number
    batteryRemaining: number
    onboardControlSensorsPresentExtended: number
    onboardControlSensorsEnabledExtended: number
    onboardControlSensorsHealthExtended: number
  }
  SYSTEM_TIME: { timeUnixUsec: bigint; timeBootMs: number }
  PARAM_REQUEST_READ: { paramIndex: number; targetSystem: number; targetComponent: number; paramId: string }
  PARAM_REQUEST_LIST: { targetSystem: number; targetComponent: number }
  PARAM_VALUE: { paramValue: number; paramCount: number; paramIndex: number; paramId: string; paramType: number }
  PARAM_SET: {
    paramValue: number
    targetSystem: number
    targetComponent: number
    paramId: string
    paramType: number
  }
  GPS_RAW_INT: {
    timeUsec: bigint
    lat: number
    lon: number
    alt: number
    eph: number
    epv: number
    vel: number
    cog: number
    fixType: number
    satellitesVisible: number
    altEllipsoid: number
    hAcc: number
    vAcc: number
    velAcc: number
    hdgAcc: number
    yaw: number
  }
  GLOBAL_POSITION_INT: {
    timeBootMs: number
    lat: number
    lon: number
    alt: number
    relativeAlt: number
    vx: number
    vy: number
    vz: number
    hdg: number
  }
  SERVO_OUTPUT_RAW: {
    timeUsec: number
    servo1Raw: number
    servo2Raw: number
    servo3Raw: number
    servo4Raw: number
    servo5Raw: number
    servo6Raw: number
    servo7Raw: number
    servo8Raw: number
    port: number
    servo9Raw: number
    servo10Raw: number
    servo11Raw: number
    servo12Raw: number
    servo13Raw: number
    servo14Raw: number
    servo15Raw: number
    servo16Raw: number
  }
  MISSION_REQUEST: { seq: number; targetSystem: number; targetComponent: number; missionType: number }
  MISSION_SET_CURRENT: { seq: number; targetSystem: number; targetComponent: number }
  MISSION_CURRENT: {
    seq: number
    total: number
    missionState: number
    missionMode: number
    missionId: number
    fenceId: number
    rallyPointsId: number
  }
  MISSION_WRITE_PARTIAL_LIST: {
    startIndex: number
    endIndex: number
    targetSystem: number
    targetComponent: number
    missionType: number
  }
  MISSION_REQUEST_LIST: { targetSystem: number; targetComponent: number; missionType: number }
  MISSION_COUNT: {
    count: number
    targetSystem: number
    targetComponent: number
    missionType: number
    opaqueId: number
  }
  MISSION_CLEAR_ALL: { targetSystem: number; targetComponent: number; missionType: number }
  MISSION_ITEM_REACHED: { seq: number }
  MISSION_ACK: {
    targetSystem: number
    targetComponent: number
    type: number
    missionType: number
    opaqueId: number
  }
  MISSION_REQUEST_INT: { seq: number; targetSystem: number; targetComponent: number; missionType: number }
  MISSION_ITEM_INT: {
    param1: number
    param2: number
    param3: number
    param4: number
    x: number
    y: number
    z: number
    seq: number
    command: number
    targetSystem: number
    targetComponent: number
    frame: number
    current: number
    autocontinue: number
    missionType: number
  }
  COMMAND_LONG: {
    param1: number
    param2: number
    param3: number
    param4: number
    param5: number
    param6: number
    param7: number
    command: number
    targetSystem: number
    targetComponent: number
    confirmation: number
  }
  COMMAND_ACK: {
    command: number
    result: number
    progress: number
    resultParam2: number
    targetSystem: number
    targetComponent: number
  }
  BATTERY_STATUS: {
    currentConsumed: number
    energyConsumed: number
    temperature: number
    voltages: number[]
    currentBattery: number
    id: number
    batteryFunction: number
    type: number
    batteryRemaining: number
    timeRemaining: number
    chargeState: number
    voltagesExt: number[]
    mode: number
    faultBitmask: number
  }
  AUTOPILOT_VERSION: {
    capabilities: bigint
    uid: bigint
    flightSwVersion: number
    middlewareSwVersion: number
    osSwVersion: number
    boardVersion: number
    vendorId: number
    productId: number
    flightCustomVersion: number[]
    middlewareCustomVersion: number[]
    osCustomVersion: number[]
    uid2: number[]
  }
  EKF_STATUS_REPORT: {
    velocityVariance: number
    posHorizVariance: number
    posVertVariance: number
    compassVariance: number
    terrainAltVariance: number
    flags: number
    airspeedVariance: number
  }
  GPS_RTCM_DATA: { flags: number; len: number; data: number[] }
  STATUSTEXT: { severity: number; text: string; id: number; chunkSeq: number }
  SETUP_SIGNING: { initialTimestamp: bigint; targetSystem: number; targetComponent: number; secretKey: number[] }
  RELAY_STATUS: { timeBootMs: number; on: number; present: number }
}

export type MessageName = keyof MessageFields

/** A message as the product handles it; `name` is the discriminant. */
export type Message = {
  [N in MessageName]: { readonly name: N; readonly fields: Readonly<MessageFields[N]> }
}[MessageName]

export type MessageOf<N extends MessageName> = Extract<Message, { name: N }>
