/** What columns of a fleet are called in spreadsheets, in the languages of the pages. */
export const words = {
  number: split(`
    imei, imei number, imei no, imei nr, imei nummer, numéro imei, número imei, número de imei, device, device id,
    device number, device imei, unique id, uniqueid, tracker id, tracker number, serial, serial number, serial no,
    id, nummer, gerät, gerätenummer, seriennummer, geräte id, numéro, numéro de série, identifiant, número, número
    de serie, número de série, identificador
  `),
  vehicle: split(`
    vehicle, vehicle name, tracker, label, asset, truck, car, rego, registration, plate, number plate, licence
    plate, license plate, fahrzeug, fahrzeugname, kennzeichen, bezeichnung, nom, véhicule, immatriculation,
    plaque, nombre, vehículo, matrícula, placa, nome, veículo, ingoa, waka, المركبة, الاسم
  `),
  group: split(`
    group, group name, depot, region, branch, division, fleet, gruppe, standort, flotte, groupe, dépôt, grupo,
    flota, frota, rōpū, المجموعة
  `),
  owner: split(`
    owner email, e-mail, email, person, besitzer, propriétaire, propietario, proprietário
  `),
  speed_limit: split(`
    limit, max speed, maximum speed, speed limit, geschwindigkeit, höchstgeschwindigkeit, tempolimit, vmax, v max,
    vitesse max, vitesse maximale, limite de vitesse, limitation de vitesse, límite, límite de velocidad,
    velocidad máxima, limite de velocidade, velocidade máxima
  `),
  sim: split(`
    sim, sim card, msisdn, sim-karte, carte sim, tarjeta sim, cartão sim
  `),
  driver: split(`
    driver, driver name, assigned driver, fahrer, fahrername, chauffeur, conducteur, conductor, chofer, motorista,
    condutor, kaitaraiwa, السائق
  `),
  phone: split(`
    telephone, mobile, mobile phone, phone number, phone no, tel, cell, cell phone, driver mobile, telefon,
    telefonnummer, rufnummer, handy, handynummer, mobilnummer, numéro de téléphone, portable, teléfono, móvil,
    telefone, celular, waea, الهاتف
  `),
  tags: split(`
    tag, labels, keywords, schlagwörter, étiquettes, etiquetas
  `),
}

function split(text: string): string[] {
  return text.split(',').map((word) => word.trim().replaceAll(/\s+/g, ' '))
}
