/** Why a sign-in at a sign-in service led to no session. In German. */
import type { signInRefusals as english } from './signIns.en.ts'

export const signInRefusals: Readonly<Record<keyof typeof english, string>> = {
  oidcOff: 'Die Anmeldung über den Dienst ist ausgeschaltet. Melden Sie sich mit Passwort und Code an',
  oidcStartAgain:
    'Diese Anmeldung dauerte zu lange, wurde schon benutzt oder gehört zu einem anderen Browser. Beginnen Sie von vorn',
  oidcRefused:
    'Der Anmeldedienst hat Sie nicht angemeldet. Beginnen Sie von vorn, oder melden Sie sich mit Passwort und Code an',
  oidcNotReached:
    'Der Anmeldedienst antwortet nicht. Versuchen Sie es später erneut, oder melden Sie sich mit Passwort und Code an',
  oidcUntrusted:
    'Der Antwort des Anmeldedienstes ist nicht zu trauen. Beginnen Sie von vorn; passiert es wieder, lassen Sie die Einstellungen prüfen',
  oidcNoAccount: 'Sie haben hier noch kein Konto. Bitten Sie einen Manager um eines',
  oidcUnverified:
    'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort, und beginnen Sie dann von vorn',
  oidcNoRole: 'Keine Ihrer Rollen beim Anmeldedienst gibt hier Zugang. Bitten Sie einen Manager um eine',
  oidcAdministrator: 'Administratoren melden sich mit Passwort und Code an',
}
