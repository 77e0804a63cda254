/**
 * Missions on the vehicle as ArduPilot keeps and transfers them: it asks with MISSION_REQUEST, overwrites item 0 with
 * home, gives the frame of placeless items back as 0, and changes the stored mission while a transfer still runs.
 */
import { MavCmd, type Message, type MessageOf, MissionResult, message } from '@greensward/vehicle/mavlink'

export interface StoredItem {
  readonly command: number
  readonly frame: number
  readonly params: readonly [number, number, number, number]
  /** 1e-7 degrees. */
  readonly lat: number
  readonly lon: number
  readonly altM: number
}

export interface Station {
  readonly systemId: number
  readonly componentId: number
}

export interface MissionStoreOptions {
  readonly missionType: number
  readonly maxItems: () => number
  /** Only the drive has a home as item 0. */
  readonly home: (() => StoredItem) | null
  readonly send: (message: Message) => void
  readonly onCount: () => void
  /** An item was replaced where it stands. */
  readonly onItem?: () => void
  readonly onComplete: () => void
  readonly mayClear: () => boolean
  /** MAV_MISSION_RESULT of storing a command of that number. */
  readonly judge: (command: number) => number
  /** Given for what is stored when it is whole: MAV_MISSION_RESULT of all of it. Left out, each item counts at once. */
  readonly judgeWhole?: (items: readonly StoredItem[]) => number
  readonly text: (severity: number, text: string) => void
}

export interface MissionStore {
  readonly items: StoredItem[]
  readonly receiving: boolean
  hear(message: Message, from: Station, nowS: number): void
  update(nowS: number): void
}

const REQUEST_AGAIN_S = 1
const GIVE_UP_S = 8
const NAV_LAST = 95
const isPlaced = (command: number): boolean => command <= NAV_LAST || command >= 5000

export const createMissionStore = (options: MissionStoreOptions): MissionStore => {
  const { missionType, send } = options
  const items: StoredItem[] = []
  /** What an upload has brought so far, where that does not count before it is whole. */
  let draft: StoredItem[] = []
  const { judgeWhole } = options
  let upload: {
    from: Station
    next: number
    end: number
    receivedS: number
    requestedS: number
    /** Items of a mission that otherwise stays as it is. */
    replaces: boolean
  } | null = null

  const acknowledge = (to: Station, type: number): void =>
    send(message('MISSION_ACK', { targetSystem: to.systemId, targetComponent: to.componentId, type, missionType }))

  const request = (nowS: number): void => {
    if (upload === null) return
    upload.requestedS = nowS
    const { from, next } = upload
    send(
      message('MISSION_REQUEST', {
        seq: next,
        targetSystem: from.systemId,
        targetComponent: from.componentId,
        missionType,
      }),
    )
  }

  const complete = (to: Station): void => {
    upload = null
    const verdict = judgeWhole === undefined ? MissionResult.accepted : judgeWhole(draft)
    if (judgeWhole !== undefined && verdict === MissionResult.accepted) items.splice(0, items.length, ...draft)
    if (verdict === MissionResult.accepted) options.onComplete()
    acknowledge(to, verdict)
  }

  const hearCount = (count: number, from: Station, nowS: number): void => {
    if (upload !== null && (upload.from.systemId !== from.systemId || upload.from.componentId !== from.componentId)) {
      acknowledge(from, MissionResult.denied)
      return
    }
    if (count > options.maxItems()) {
      options.text(4, `Only ${options.maxItems()} items are supported`)
      acknowledge(from, MissionResult.noSpace)
      return
    }
    if (judgeWhole === undefined) items.length = Math.min(items.length, count)
    else draft = []
    options.onCount()
    if (count === 0) {
      complete(from)
      return
    }
    upload = { from, next: 0, end: count, receivedS: nowS, requestedS: nowS, replaces: false }
    request(nowS)
  }

  /**
   * Replaces a range, and at most one item behind the end, while all else stays as it is; nothing is cut off before
   * (read, not measured).
   */
  const hearWritePartialList = (first: number, last: number, from: Station, nowS: number): void => {
    if (first < 0 || first > items.length || last > items.length || last < first) {
      options.text(4, 'Flight plan update rejected')
      acknowledge(from, MissionResult.error)
      return
    }
    draft = [...items]
    upload = { from, next: first, end: last + 1, receivedS: nowS, requestedS: nowS, replaces: true }
    request(nowS)
  }

  const hearItem = (fields: MessageOf<'MISSION_ITEM_INT'>['fields'], from: Station, nowS: number): void => {
    if (upload === null) {
      acknowledge(from, MissionResult.error)
      return
    }
    if (fields.seq !== upload.next) {
      acknowledge(from, MissionResult.invalidSequence)
      return
    }
    if (from.systemId !== upload.from.systemId || from.componentId !== upload.from.componentId) {
      acknowledge(from, MissionResult.denied)
      return
    }
    const verdict = judge(fields)
    if (verdict !== MissionResult.accepted) {
      upload = null
      acknowledge(from, verdict)
      return
    }
    const placed = isPlaced(fields.command)
    const sent: StoredItem = {
      command: fields.command,
      frame: placed ? fields.frame : 0,
      params: [fields.param1, fields.param2, fields.param3, fields.param4],
      lat: placed ? fields.x : 0,
      lon: placed ? fields.y : 0,
      altM: placed ? fields.z : 0,
    }
    const into = judgeWhole === undefined ? items : draft
    into[fields.seq] = fields.seq === 0 && options.home !== null ? options.home() : sent
    if (upload.replaces) options.onItem?.()
    upload.receivedS = nowS
    upload.next++
    if (upload.next >= upload.end) {
      complete(from)
      return
    }
    request(nowS)
  }

  const judge = (fields: MessageOf<'MISSION_ITEM_INT'>['fields']): number => {
    if (fields.command === 0) return MissionResult.invalid
    if (fields.seq >= options.maxItems() || (judgeWhole === undefined && fields.seq > items.length)) {
      return MissionResult.error
    }
    if (fields.command === MavCmd.doJump) {
      const reaches = Math.max(items.length - 1, upload === null ? 0 : upload.end - 1)
      if (fields.param1 <= 0 || fields.param1 > reaches) return MissionResult.error
    }
    return options.judge(fields.command)
  }

  const sendItem = (seq: number, to: Station): void => {
    if (upload !== null) {
      acknowledge(to, MissionResult.denied)
      return
    }
    const item = seq === 0 && options.home !== null ? options.home() : items[seq]
    if (item === undefined || seq >= Math.max(1, items.length)) {
      sendCount(to)
      acknowledge(to, MissionResult.error)
      return
    }
    send(
      message('MISSION_ITEM_INT', {
        param1: item.params[0],
        param2: item.params[1],
        param3: item.params[2],
        param4: item.params[3],
        x: item.lat,
        y: item.lon,
        z: item.altM,
        seq,
        command: item.command,
        frame: item.frame,
        autocontinue: 1,
        targetSystem: to.systemId,
        targetComponent: to.componentId,
        missionType,
      }),
    )
  }

  const sendCount = (to: Station): void =>
    send(
      message('MISSION_COUNT', {
        count: items.length,
        targetSystem: to.systemId,
        targetComponent: to.componentId,
        missionType,
      }),
    )

  const hear = (heard: Message, from: Station, nowS: number): void => {
    switch (heard.name) {
      case 'MISSION_COUNT':
        hearCount(heard.fields.count, from, nowS)
        return
      case 'MISSION_WRITE_PARTIAL_LIST':
        hearWritePartialList(heard.fields.startIndex, heard.fields.endIndex, from, nowS)
        return
      case 'MISSION_ITEM_INT':
        hearItem(heard.fields, from, nowS)
        return
      case 'MISSION_REQUEST_LIST':
        upload === null ? sendCount(from) : acknowledge(from, MissionResult.denied)
        return
      case 'MISSION_REQUEST_INT':
        sendItem(heard.fields.seq, from)
        return
      case 'MISSION_CLEAR_ALL': {
        const cleared = upload === null && options.mayClear()
        if (cleared) items.length = 0
        if (cleared) options.onCount()
        acknowledge(from, cleared ? MissionResult.accepted : MissionResult.error)
        return
      }
      default:
        return
    }
  }

  const update = (nowS: number): void => {
    if (upload === null) return
    if (nowS - upload.receivedS > GIVE_UP_S) {
      const { from } = upload
      upload = null
      options.text(4, 'Mission upload timeout')
      acknowledge(from, MissionResult.cancelled)
      return
    }
    if (nowS - upload.requestedS > REQUEST_AGAIN_S) request(nowS)
  }

  return {
    items,
    get receiving() {
      return upload !== null
    },
    hear,
    update,
  }
}
