/** Why a sign-in at a sign-in service led to no session. In Spanish. */
import type { signInRefusals as english } from './signIns.en.ts'

export const signInRefusals: Readonly<Record<keyof typeof english, string>> = {
  oidcOff: 'El inicio de sesión con el servicio está desactivado. Entre con contraseña y código',
  oidcStartAgain: 'Este inicio de sesión tardó demasiado, ya se usó o pertenece a otro navegador. Empiece de nuevo',
  oidcRefused: 'El servicio de identidad no ha iniciado su sesión. Empiece de nuevo o entre con contraseña y código',
  oidcNotReached: 'El servicio de identidad no responde. Inténtelo más tarde o entre con contraseña y código',
  oidcUntrusted:
    'La respuesta del servicio de identidad no es de fiar. Empiece de nuevo; si se repite, pida que se revise la configuración',
  oidcNoAccount: 'Todavía no tiene cuenta aquí. Pida una a un gerente',
  oidcUnverified: 'El servicio de identidad no ha verificado su correo. Verifíquelo allí y empiece de nuevo',
  oidcNoRole: 'Ninguno de sus roles en el servicio de identidad da acceso aquí. Pida uno a un gerente',
  oidcAdministrator: 'Los administradores entran con contraseña y código',
}
