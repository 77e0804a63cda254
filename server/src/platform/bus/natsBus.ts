/** The bus between replicas over NATS, which passes messages on at once and keeps none. */
import type { Bus } from './bus.ts'
import { NatsLink, type NatsOptions } from './natsLink.ts'
import { NatsQuestions } from './natsQuestions.ts'

/** Returns at once: a NATS that is not there yet is waited for beside the server's other work. */
export const openNatsBus = (options: NatsOptions): Bus => {
  const link = new NatsLink(options)
  const questions = new NatsQuestions(link, options.replicaId, options.log)
  return {
    isShared: true,
    isConnected: () => link.isConnected,
    publish: (subject, message) => {
      link.send(subject, message)
    },
    subscribe: (subject, listener) => link.subscribe(subject, listener),
    onGap: listener => link.onGap(listener),
    ask: (subject, question) => questions.ask(subject, question),
    answer: (subject, handler, how) => questions.answer(subject, handler, how),
    askAll: (subject, question, timeoutMs, isEnough) => questions.askAll(subject, question, timeoutMs, isEnough),
    close: () => link.close(),
  }
}
