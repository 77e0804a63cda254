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
  /** An item was replaced in its position. */
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
  receive(message: Message, from: Station, nowS: number): void
  update(nowS: number): void
}

const REQUEST_AGAIN_S = 1
const GIVE_UP_S = 8
const NAV_LAST = 95
const isPlaced = (command: number): boolean => command <= NAV_LAST || command >= 5000

class TransferStore implements MissionStore {
  readonly items: StoredItem[] = []
  /** Items of an upload so far, for stores that accept an upload only when it is complete. */
  private draft: StoredItem[] = []
  private upload: {
    from: Station
    next: number
    end: number
    receivedS: number
    requestedS: number
    /** Items of a mission that otherwise stays as it is. */
    replaces: boolean
  } | null = null
  private readonly options: MissionStoreOptions

  constructor(options: MissionStoreOptions) {
    this.options = options
  }

  private acknowledge(to: Station, type: number): void {
    this.options.send(
      message('MISSION_ACK', {
        targetSystem: to.systemId,
        targetComponent: to.componentId,
        type,
        missionType: this.options.missionType,
      }),
    )
  }

  private request(nowS: number): void {
    if (this.upload === null) return
    this.upload.requestedS = nowS
    const { from, next } = this.upload
    this.options.send(
      message('MISSION_REQUEST', {
        seq: next,
        targetSystem: from.systemId,
        targetComponent: from.componentId,
        missionType: this.options.missionType,
      }),
    )
  }

  private complete(to: Station): void {
    this.upload = null
    const verdict = this.options.judgeWhole === undefined ? MissionResult.accepted : this.options.judgeWhole(this.draft)
    if (this.options.judgeWhole !== undefined && verdict === MissionResult.accepted)
      this.items.splice(0, this.items.length, ...this.draft)
    if (verdict === MissionResult.accepted) this.options.onComplete()
    this.acknowledge(to, verdict)
  }

  private receiveCount(count: number, from: Station, nowS: number): void {
    if (
      this.upload !== null &&
      (this.upload.from.systemId !== from.systemId || this.upload.from.componentId !== from.componentId)
    ) {
      this.acknowledge(from, MissionResult.denied)
      return
    }
    if (count > this.options.maxItems()) {
      this.options.text(4, `Only ${this.options.maxItems()} items are supported`)
      this.acknowledge(from, MissionResult.noSpace)
      return
    }
    if (this.options.judgeWhole === undefined) this.items.length = Math.min(this.items.length, count)
    else this.draft = []
    this.options.onCount()
    if (count === 0) {
      this.complete(from)
      return
    }
    this.upload = { from, next: 0, end: count, receivedS: nowS, requestedS: nowS, replaces: false }
    this.request(nowS)
  }

  /**
   * Replaces a range, and at most one item behind the end, while all else stays as it is; nothing is cut off before
   * (read, not measured).
   */
  private receivePartialList(first: number, last: number, from: Station, nowS: number): void {
    if (first < 0 || first > this.items.length || last > this.items.length || last < first) {
      this.options.text(4, 'Flight plan update rejected')
      this.acknowledge(from, MissionResult.error)
      return
    }
    this.draft = [...this.items]
    this.upload = { from, next: first, end: last + 1, receivedS: nowS, requestedS: nowS, replaces: true }
    this.request(nowS)
  }

  private receiveItem(fields: MessageOf<'MISSION_ITEM_INT'>['fields'], from: Station, nowS: number): void {
    if (this.upload === null) {
      this.acknowledge(from, MissionResult.error)
      return
    }
    if (fields.seq !== this.upload.next) {
      this.acknowledge(from, MissionResult.invalidSequence)
      return
    }
    if (from.systemId !== this.upload.from.systemId || from.componentId !== this.upload.from.componentId) {
      this.acknowledge(from, MissionResult.denied)
      return
    }
    const verdict = this.judgeItem(fields)
    if (verdict !== MissionResult.accepted) {
      this.upload = null
      this.acknowledge(from, verdict)
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
    const into = this.options.judgeWhole === undefined ? this.items : this.draft
    into[fields.seq] = fields.seq === 0 && this.options.home !== null ? this.options.home() : sent
    if (this.upload.replaces) this.options.onItem?.()
    this.upload.receivedS = nowS
    this.upload.next++
    if (this.upload.next >= this.upload.end) {
      this.complete(from)
      return
    }
    this.request(nowS)
  }

  private judgeItem(fields: MessageOf<'MISSION_ITEM_INT'>['fields']): number {
    if (fields.command === 0) return MissionResult.invalid
    if (
      fields.seq >= this.options.maxItems() ||
      (this.options.judgeWhole === undefined && fields.seq > this.items.length)
    ) {
      return MissionResult.error
    }
    if (fields.command === MavCmd.doJump) {
      const reaches = Math.max(this.items.length - 1, this.upload === null ? 0 : this.upload.end - 1)
      if (fields.param1 <= 0 || fields.param1 > reaches) return MissionResult.error
    }
    return this.options.judge(fields.command)
  }

  private sendItem(seq: number, to: Station): void {
    if (this.upload !== null) {
      this.acknowledge(to, MissionResult.denied)
      return
    }
    const item = seq === 0 && this.options.home !== null ? this.options.home() : this.items[seq]
    if (item === undefined || seq >= Math.max(1, this.items.length)) {
      this.sendCount(to)
      this.acknowledge(to, MissionResult.error)
      return
    }
    this.options.send(
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
        missionType: this.options.missionType,
      }),
    )
  }

  private sendCount(to: Station): void {
    this.options.send(
      message('MISSION_COUNT', {
        count: this.items.length,
        targetSystem: to.systemId,
        targetComponent: to.componentId,
        missionType: this.options.missionType,
      }),
    )
  }

  receive(received: Message, from: Station, nowS: number): void {
    switch (received.name) {
      case 'MISSION_COUNT':
        this.receiveCount(received.fields.count, from, nowS)
        return
      case 'MISSION_WRITE_PARTIAL_LIST':
        this.receivePartialList(received.fields.startIndex, received.fields.endIndex, from, nowS)
        return
      case 'MISSION_ITEM_INT':
        this.receiveItem(received.fields, from, nowS)
        return
      case 'MISSION_REQUEST_LIST':
        this.upload === null ? this.sendCount(from) : this.acknowledge(from, MissionResult.denied)
        return
      case 'MISSION_REQUEST_INT':
        this.sendItem(received.fields.seq, from)
        return
      case 'MISSION_CLEAR_ALL': {
        const cleared = this.upload === null && this.options.mayClear()
        if (cleared) this.items.length = 0
        if (cleared) this.options.onCount()
        this.acknowledge(from, cleared ? MissionResult.accepted : MissionResult.error)
        return
      }
      default:
        return
    }
  }

  update(nowS: number): void {
    if (this.upload === null) return
    if (nowS - this.upload.receivedS > GIVE_UP_S) {
      const { from } = this.upload
      this.upload = null
      this.options.text(4, 'Mission upload timeout')
      this.acknowledge(from, MissionResult.cancelled)
      return
    }
    if (nowS - this.upload.requestedS > REQUEST_AGAIN_S) this.request(nowS)
  }

  get receiving(): boolean {
    return this.upload !== null
  }
}

export const createMissionStore = (options: MissionStoreOptions): MissionStore => new TransferStore(options)
