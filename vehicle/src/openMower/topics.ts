/**
 * The topics of OpenMower, as its node `xbot_monitoring` publishes and reads them
 * (github.com/ClemensElflein/open_mower_ros, src/lib/xbot_monitoring/src/xbot_monitoring.cpp). All others of that node, such
 * as `teleop` and `rpc/request`, are left alone.
 */
export interface OpenMowerTopics {
  /** About once a second, not retained, QoS 0: `robot_state_callback`. It carries neither a time nor a number. */
  readonly state: string
  /** The actions that it offers now: `publish_actions`. Retained, and published again after each action that it took. */
  readonly actions: string
  /** The id of an action as text: `message_arrived`. It is not answered here. */
  readonly action: string
}

/** @param prefix `OM_MQTT_TOPIC_PREFIX` of the mower; OpenMower puts a slash behind it. Empty on the mower's own broker */
export const openMowerTopics = (prefix: string): OpenMowerTopics => {
  const front = prefix === '' ? '' : `${prefix}/`
  return { state: `${front}robot_state/json`, actions: `${front}actions/json`, action: `${front}action` }
}

export const PAUSE_ACTION = 'mower_logic:mowing/pause'

/**
 * A behaviour of OpenMower takes its own actions only and ignores all others, so each is safe to send at any time.
 * Pause: MowingBehavior.cpp, `handle_action`; wheels and blade stop, and it waits for `continue`.
 * The other two: DockingBehavior.cpp and UndockingBehavior.cpp; it stops where it is and enters IDLE.
 */
export const STOP_ACTIONS = [
  PAUSE_ACTION,
  'mower_logic:docking/abort_docking',
  'mower_logic:undocking/abort_undocking',
] as const

/**
 * Offered while a pause by hand is in force: MowingBehavior.cpp, `update_actions`. As it begins to mow it offers all of its
 * actions for a moment, `enter` there; only a pause by hand takes the offer of `pause` away.
 */
export const CONTINUE_ACTION = 'mower_logic:mowing/continue'

/**
 * Offered while it is idle: IdleBehavior.cpp. It leaves its dock, or mows at once where it stands elsewhere, all areas that are
 * active on its map. In its dock with rain at its sensor it keeps the request and leaves once the rain is over, however late.
 */
export const START_ACTION = 'mower_logic:idle/start_mowing'

/** Offered while it mows or is paused: MowingBehavior.cpp, `command_home`. It drives to its dock with its blade off. */
export const HOME_ACTION = 'mower_logic:mowing/abort_mowing'
