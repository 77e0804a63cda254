/**
 * The server as component tests have it: every request of the real client ends here instead of on a network. A call that
 * a test says nothing about is answered with the least that the contract allows; an answer that breaks the contract fails
 * the test.
 */
import type { ApiError, BodyOf, Call, ResultOf } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { ERROR_STATUS } from '@greensward/messages'
import { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'
import { sampleAnswer } from './sampleAnswer.ts'

export interface Asked {
  readonly call: Call
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

type Answer = (asked: Asked) => unknown | Promise<unknown>

export interface Wire {
  /** All that was asked since the wire was made, in order. */
  readonly asked: readonly Asked[]
  /** Answers of the test that break the contract, and calls that the contract has not. */
  readonly faults: readonly string[]
  /** The bodies that a call was sent, in order. */
  bodiesOf<C extends Call>(call: C): readonly BodyOf<C>[]
  /** Answers this call so from now on. */
  answer<C extends Call>(call: C, result: ResultOf<C> | ((asked: Asked) => ResultOf<C>)): void
  /** Refuses this call from now on, in the envelope that the server has. */
  refuse(call: Call, error: ApiError): void
  /** Answers this call as if nothing had been said about it. */
  reset(call: Call): void
  /** Answers this call no more until the returned function is called. */
  hold(call: Call): () => void
}

class Refused extends Error {
  readonly status: number
  readonly error: unknown
  constructor(status: number, error: unknown) {
    super('refused')
    this.status = status
    this.error = error
  }
}

const all: readonly Call[] = Object.values(allCalls).flatMap(group => Object.values(group))
const patternOf = new Map(
  all.map(call => [call, new RegExp(`^${call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)] as const),
)

const find = (method: string, path: string): { call: Call; params: Record<string, string> } => {
  // A path without parameters is meant before one whose parameter would take the same word.
  const found = all
    .filter(call => call.method === method.toUpperCase() && patternOf.get(call)?.test(path) === true)
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
  if (found === undefined) throw new Error(`The contract has no ${method} ${path}`)
  return { call: found, params: { ...patternOf.get(found)?.exec(path)?.groups } }
}

const bodyOf = (data: unknown): unknown => {
  if (typeof data !== 'string') return data
  return JSON.parse(data)
}

/** @param http the client's transport, whose network this takes the place of */
export const openWire = (http: { defaults: { adapter?: unknown } }): Wire => {
  const answers = new Map<Call, Answer>()
  const held = new Map<Call, Promise<void>>()
  const asked: Asked[] = []
  const faults: string[] = []

  http.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const { call, params } = find(config.method ?? 'get', config.url ?? '')
    const one: Asked = { call, params, query: config.params ?? {}, body: bodyOf(config.data) }
    asked.push(one)
    await held.get(call)
    const response = (status: number, data: unknown) => ({
      status,
      statusText: '',
      data,
      headers: new AxiosHeaders({ date: new Date().toUTCString() }),
      config,
    })
    try {
      const result = await (answers.get(call) ?? (() => sampleAnswer(call)))(one)
      const read = call.result.safeParse(result)
      if (!read.success)
        throw new Error(`The test answers ${call.method} ${call.path} against the contract: ${read.error}`)
      return response(200, { code: 200, result })
    } catch (error) {
      if (!(error instanceof Refused)) {
        faults.push(String(error))
        throw error
      }
      const refused = response(error.status, { code: error.status, error: error.error })
      throw new AxiosError('refused', AxiosError.ERR_BAD_REQUEST, config, null, refused)
    }
  }

  return {
    asked,
    faults,
    bodiesOf: call => asked.filter(one => one.call === call).map(({ body }) => body) as never,
    answer: (call, result) => {
      answers.set(call, typeof result === 'function' ? (result as Answer) : () => result)
    },
    refuse: (call, error) => {
      answers.set(call, () => {
        throw new Refused(ERROR_STATUS[error.kind], error)
      })
    },
    reset: call => {
      answers.delete(call)
    },
    hold: call => {
      let release: () => void = () => undefined
      held.set(
        call,
        new Promise(resolve => {
          release = resolve
        }),
      )
      return () => {
        held.delete(call)
        release()
      }
    },
  }
}
