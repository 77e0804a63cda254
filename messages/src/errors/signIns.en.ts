/** Why a sign-in at a sign-in service led to no session. Apart from the other refusals, because the map does not need them. */
export const signInRefusals = {
  oidcOff: 'Sign-in at the service is switched off. Log in with password and code',
  oidcStartAgain: 'This sign-in took too long, was used already or belongs to another browser. Start again',
  oidcRefused: 'The sign-in service did not sign you in. Start again, or log in with password and code',
  oidcNotReached: 'The sign-in service does not answer. Try again later, or log in with password and code',
  oidcUntrusted:
    'The answer of the sign-in service cannot be trusted. Start again; if it repeats, ask a manager to check the settings',
  oidcNoAccount: 'You have no account here yet. Ask a manager for one',
  oidcUnverified: 'The sign-in service has not verified your email address. Verify it there, then start again',
  oidcNoRole: 'None of your roles at the sign-in service gives access here. Ask a manager for one',
  oidcAdministrator: 'Administrators log in with password and code',
} as const
