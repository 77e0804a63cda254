/** The texts of mail, in its languages; `{{name}}` is a placeholder. */
import type { MessageLanguage } from '@greensward/domain'
import { texts as germanErrors } from '@greensward/messages/errors/de'
import { texts as englishErrors } from '@greensward/messages/errors/en'
import { texts as spanishErrors } from '@greensward/messages/errors/es'
import germanGate from '@greensward/messages/gate/de.json' with { type: 'json' }
import englishGate from '@greensward/messages/gate/en.json' with { type: 'json' }
import spanishGate from '@greensward/messages/gate/es.json' with { type: 'json' }
import german from '@greensward/messages/notifications/de.json' with { type: 'json' }
import english from '@greensward/messages/notifications/en.json' with { type: 'json' }
import spanish from '@greensward/messages/notifications/es.json' with { type: 'json' }

const ENGLISH = {
  notifications: english,
  gate: englishGate,
  errors: englishErrors as Readonly<Record<string, string>>,
  /** The position of a date in a sentence of the language. */
  locale: 'en-GB',
  courseTime: '{{course}}, {{time}} course time',
  because: 'You get this because you chose so in your account.',
  reportSubject: 'Mowing report, {{days}}: {{area}} ha',
  reportTotal:
    '{{done}} of {{missions}} missions done, {{area}} ha, {{hours}} h, {{km}} km driven, {{stops}} interruptions.',
  reportNothing: 'Nothing was mown in this week.',
  reportRow: '{{name}}: {{area}} ha, {{hours}} h, {{km}} km, {{done}} of {{missions}} missions done',
  formerMower: 'A former mower',
  invitationSubject: 'Your invitation to Greensward',
  invitation:
    'Hello {{name}},\n\n{{by}} invites you to Greensward. Choose a password here:\n\n{{link}}\n\nYour username is {{login}}. The link is good for seven days and for one use.\n',
  codeSubject: 'Your code for Greensward',
  code: '{{code}} is your code for Greensward.\n\nIt is valid for five minutes and for one sign-in. If you did not just sign in, somebody knows your password: change it.\n',
  accessSubject: 'Access to Greensward',
  accessAsked:
    'We have received your request for access to Greensward. You can sign in as soon as an administrator has approved it; until then a page says that it is waiting. If signing in is still refused after some days, the login may belong to somebody else: ask again with another one.\n',
}

export const MAIL_WORDS: Readonly<Record<MessageLanguage, typeof ENGLISH>> = {
  en: ENGLISH,
  de: {
    notifications: german,
    gate: germanGate,
    errors: germanErrors,
    locale: 'de',
    courseTime: '{{course}}, {{time}} Platzzeit',
    because: 'Sie erhalten diese Nachricht, weil Sie es in Ihrem Konto so gewählt haben.',
    reportSubject: 'Mähbericht, {{days}}: {{area}} ha',
    reportTotal:
      '{{done}} von {{missions}} Missionen erledigt, {{area}} ha, {{hours}} h, {{km}} km gefahren, {{stops}} Unterbrechungen.',
    reportNothing: 'In dieser Woche wurde nichts gemäht.',
    reportRow: '{{name}}: {{area}} ha, {{hours}} h, {{km}} km, {{done}} von {{missions}} Missionen erledigt',
    formerMower: 'Ein früherer Mäher',
    invitationSubject: 'Ihre Einladung zu Greensward',
    invitation:
      'Guten Tag {{name}},\n\n{{by}} lädt Sie zu Greensward ein. Wählen Sie hier ein Passwort:\n\n{{link}}\n\nIhr Benutzername ist {{login}}. Der Link gilt sieben Tage und nur einmal.\n',
    codeSubject: 'Ihr Code für Greensward',
    code: '{{code}} ist Ihr Code für Greensward.\n\nEr gilt fünf Minuten und für eine Anmeldung. Wenn Sie sich nicht gerade angemeldet haben, kennt jemand Ihr Passwort: Ändern Sie es.\n',
    accessSubject: 'Zugang zu Greensward',
    accessAsked:
      'Ihre Anfrage nach einem Zugang zu Greensward ist eingegangen. Sie können sich anmelden, sobald ein Administrator sie genehmigt hat; bis dahin zeigt eine Seite, dass sie noch wartet. Wird die Anmeldung nach einigen Tagen noch abgelehnt, gehört der Benutzername vielleicht schon jemandem: Fragen Sie dann mit einem anderen noch einmal an.\n',
  },
  es: {
    notifications: spanish,
    gate: spanishGate,
    errors: spanishErrors,
    locale: 'es',
    courseTime: '{{course}}, {{time}} hora del campo',
    because: 'Recibe este mensaje porque así lo eligió en su cuenta.',
    reportSubject: 'Informe de siega, {{days}}: {{area}} ha',
    reportTotal:
      '{{done}} de {{missions}} misiones hechas, {{area}} ha, {{hours}} h, {{km}} km recorridos, {{stops}} interrupciones.',
    reportNothing: 'Esta semana no se segó nada.',
    reportRow: '{{name}}: {{area}} ha, {{hours}} h, {{km}} km, {{done}} de {{missions}} misiones hechas',
    formerMower: 'Un cortacésped anterior',
    invitationSubject: 'Su invitación a Greensward',
    invitation:
      'Hola, {{name}}:\n\n{{by}} le invita a Greensward. Elija aquí una contraseña:\n\n{{link}}\n\nSu nombre de usuario es {{login}}. El enlace sirve durante siete días y una sola vez.\n',
    codeSubject: 'Su código para Greensward',
    code: '{{code}} es su código para Greensward.\n\nSirve durante cinco minutos y para un solo inicio de sesión. Si no acaba de iniciar sesión, alguien conoce su contraseña: cámbiela.\n',
    accessSubject: 'Acceso a Greensward',
    accessAsked:
      'Hemos recibido su solicitud de acceso a Greensward. Podrá iniciar sesión en cuanto un administrador la apruebe; hasta entonces, una página indica que está en espera. Si al cabo de unos días no puede iniciar sesión, quizá el nombre de usuario sea de otra persona: pídalo otra vez con otro.\n',
  },
}

/** A placeholder without a value stays as it is. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : gap))
