/**
 * Datums of today that the names of .prj files do not show as such: each agrees with WGS 84 within a metre and a half by the
 * transformations of the EPSG register, or is a frame of the ITRS or ETRS89 of which it has none.
 */

const MODERN_NAMES: ReadonlySet<string> = new Set(
  `
  bermuda2000 bhutannationalgeodeticdatum bulgariageodeticsystem2005
  caymanislandsgeodeticdatum2011 china2000 costarica2005
  croatianterrestrialreferencesystem crsirgas datumgeodesinasional1995
  estonia1992 estonia1997 etrf2000poland
  fehmarnbeltdatum2010 gdm2000 greenland1996
  igm1995 iraqigeospatialreferencesystem islandsnet2016
  islandsnetwork1993 islandsnetwork2004 jamaica2001
  kingdomofsaudiarabiageodeticreferenceframe2017 korea2000 kosovoreferencesystem2001
  kyrgyzrepublic2006 latvia1992 lithuania1994
  magna marcogeodesiconacional mauritania1999
  mexicandatumof1993 mexicoitrf2008 moldref99
  momraterrestrialreferenceframe2000 moznet nakhleghanem
  papuanewguineageodeticdatum1994 peru96 pitcairn2006
  posgar1994 posgar1998 posgar2007
  ptra08 redgeodesicadecanarias1995 redgeodesicaparamineriaenchile
  referencesystemdeangola2013 regven reseaugeodesiquedelapolynesiefrancaise
  reseaugeodesiquedelardc2005 reseaugeodesiquedemayotte2004 reseaugeodesiquedenouvellecaledonie199193
  reseaugeodesiquedesantillesfrancaises2009 reseaugeodesiquedesterresaustralesetantarctiquesfrancaises2007 reseaugeodesiquedestpierreetmiquelon2006
  reseaugeodesiquedewallisetfutuna1996 retedinamicanazionale2008 rgfg1995
  rgr1992 rosssearegiongeodeticdatum2000 rraf1991
  serbianspatialreferencesystem2000 sistemreferensigeospasialindonesia2013 sloveniageodeticdatum1996
  sthelenageodeticdatum2015 sthelenatritan svy21
  tongageodeticdatum2005 turkishnationalreferenceframe twd1997
  yemenngn1996
  `
    .trim()
    .split(/\s+/),
)

const MODERN_DATUM =
  /^(d_)?(hartebeesthoek_?(19)?94|wgs_?(19)?84|world_geodetic_system_1984|etrs(_?(19)?89)?|european_terrestrial_reference_system_1989|(north_american|nad)_?(datum_)?(19)?83.*|gda_?(1994|2020)|geocentric_datum_of_australia_(1994|2020)|nzgd_?2000|new_zealand_(geodetic_datum_)?2000|rgf_?(19)?93.*|reseau_geodesique_francais_1993.*|sweref_?99|irenet_?95|sirgas.*|jgd_?(2000|2011)|japanese_geodetic_datum_(2000|2011))$/i

/** EPSG's name of NAD83 and of its realisations, such as `North American Datum of 1983 (CSRS) version 7`. */
const EPSG_NAD83 = /^north_?american_?datum_?of_?1983/i

/**
 * @param name as WKT has it, such as `D_ETRF2000_Poland`
 * @param plain the same in lower case, without `D_` and without anything but letters and digits
 */
export const isModernName = (name: string, plain: string): boolean => {
  const joined = name.replaceAll(' ', '_')
  return MODERN_DATUM.test(joined) || EPSG_NAD83.test(joined) || MODERN_NAMES.has(plain)
}
