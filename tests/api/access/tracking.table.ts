/** Lines of the access matrix for trackers, boundaries and what belongs to them. */
export const trackingTable: Record<string, string> = {
  //                               guest User Staff Cust Admin platform administrator
  'GET alerts': /*              */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET alerts/summary': /*      */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET alert': /*               */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  'POST alert/acknowledge': /*  */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST alerts/acknowledge': /* */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST alert/snooze': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  // Reports say whom alerts reach; who would see the tracker of one that runs sees it, and acknowledges it.
  'GET firedrills': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET firedrill': /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT firedrill': /*           */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET firedrill/lines': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST firedrill/end': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET firedrills/running': /*  */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST firedrill/acknowledge': 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET firedrillplans': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET firedrillplan': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT firedrillplan': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST firedrillplan': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE firedrillplan': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET boundaries': /*          */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  'GET boundary': /*            */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  'GET boundary/containing': /**/ 'SSS  YYx  YYx   xYx  YYx   YYY',
  // Of the organisation that is named; no row is read.
  'GET boundary/limits': /*     */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST boundary/rehearse': /*  */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET fleet/tracks': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  // From trips of trackers that one sees, to where one asks.
  'GET arrival/estimate': /*    */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET place/suggestions': /*   */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  // Those of others may be homes: who sees some trackers reads their own.
  'GET ignoredplaces': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET ignoredplace': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT ignoredplace': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'DELETE ignoredplace': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST area/visits': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST boundary/simplify': /*  */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST boundary/import': /*    */ 'SSS  YNx  NNx   NNx  YYx   YYY',
  // Of the organisation that is named; each line is created or refused as its own request is.
  'GET import/kinds': /*        */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  'POST import': /*             */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST import/undo': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST bulk': /*               */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT boundary': /*            */ 'SSS  YNx  NNx   NNx  YYx   YYY',
  'POST boundary': /*           */ 'SSS  YNx  NNx   xNx  YYx   YYY',
  'DELETE boundary': /*         */ 'SSS  YNx  NNx   xNx  YYx   YYY',

  // A limited colleague of the Staff sees less: groups.test.ts.
  'GET trackergroups': /*       */ 'SSS  xxx  YYx   xxx  YYx   YYY',
  'GET trackergroup': /*        */ 'SSS  xxx  YYx   xxx  YYx   YYY',
  'PUT trackergroup': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST trackergroup': /*       */ 'SSS  xxx  NNx   xxx  YYx   YYY',
  'DELETE trackergroup': /*     */ 'SSS  xxx  NNx   xxx  YYx   YYY',

  // Addresses that alerts are sent to are read by administrators only.
  'GET trackergroupconfigs': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET trackergroupconfig': /*  */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT trackergroupconfig': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST trackergroupconfig': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE trackergroupconfig': 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST trackergroupconfig/test': 'SSS  xxx  xxx   xxx  YYx   YYY',

  // People see the driver that they are.
  'GET drivers': /*             */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET driver': /*              */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT driver': /*              */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST driver': /*             */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'DELETE driver': /*           */ 'SSS  Nxx  NNx   xxx  YYx   YYY',

  // Dispatchers say who drives; of trackers that they see.
  'GET drivershifts': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET drivershift': /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT drivershift': /*         */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'POST drivershift': /*        */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'DELETE drivershift': /*      */ 'SSS  Nxx  YYx   xxx  YYx   YYY',

  // Who dispatches a tracker, or owns it, guards it.
  'GET trackerguards': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackerguard': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT trackerguard': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST trackerguard': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'DELETE trackerguard': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  // Administrators say when trackers are at work; people keep private what is theirs.
  'GET trackerprivacies': /*    */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackerprivacy': /*      */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT trackerprivacy': /*      */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'POST trackerprivacy': /*     */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'GET tracker/private': /*     */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  'POST tracker/private': /*    */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  // People read plans of trackers that they see, and what was done to them; dispatchers enter it.
  'GET maintenanceplans': /*    */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET maintenanceplan': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT maintenanceplan': /*     */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST maintenanceplan': /*    */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'DELETE maintenanceplan': /*  */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'GET maintenancedones': /*    */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET maintenancedone': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT maintenancedone': /*     */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'POST maintenancedone': /*    */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'DELETE maintenancedone': /*  */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'GET sensors': /*             */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET sensor': /*              */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT sensor': /*              */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'POST sensor': /*             */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'DELETE sensor': /*           */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'GET proximityrules': /*      */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET proximityrule': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT proximityrule': /*       */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'POST proximityrule': /*      */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'DELETE proximityrule': /*    */ 'SSS  Nxx  YYx   xxx  YYx   YYY',
  'GET sensor/latest': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET sensor/values': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET sensor/fuel': /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET sensor/attributes': /*   */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET maintenance/due': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET maintenance/counters': /**/ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET explain': /*             */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  'POST movement/recompute': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET segments': /*            */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET segment': /*             */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  // Of the driver who the person is, whatever else they see.
  // Of the person whose tracker it is, about others.
  'GET trackerviews': /*        */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET trackerview': /*         */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET mytrips': /*             */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET mytrip': /*              */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'POST mytrip/private': /*     */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  'GET trackerdays': /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackerday': /*          */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  'GET movement/activity': /*    */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET movement/reports': /*     */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  'GET movement/report': /*      */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET tracker/evidence': /*    */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'GET history/key': /*         */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'GET movement/report/file': /* */ 'SSS  YYx  YYx   YYx  YYx   YYY',

  // Mails the report with the rights of who has made the schedule.
  'GET reportschedules': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET reportschedule': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT reportschedule': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST reportschedule': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE reportschedule': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET reportruns': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET reportrun': /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  // Given by themselves with the rights of who has saved them.
  'GET savedcommands': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET savedcommand': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT savedcommand': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST savedcommand': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE savedcommand': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET reportforwards': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET reportforward': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT reportforward': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST reportforward': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE reportforward': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET notifychannels': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET notifychannel': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT notifychannel': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST notifychannel': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE notifychannel': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST notifychannel/test': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET webhookendpoints': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET webhookendpoint': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT webhookendpoint': /*     */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST webhookendpoint': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE webhookendpoint': /*  */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST webhookendpoint/test': /**/ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST webhookendpoint/secret': 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET webhookdeliveries': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET webhookdelivery': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST webhookdelivery/replay': 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET unknowndevices': /*      */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'GET unknowndevice': /*       */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'POST unknowndevice/adopt': /**/ 'SSS  xxx  xxx   xxx  xxx   YYY',

  'GET alertrequests': /*        */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET alertrequest': /*          */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'PUT alertrequest': /*          */ 'SSS  Yxx  YYx   xxx  YYx   xxx',
  'DELETE alertrequest': /*       */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  // Who borrows a tracker sees it as its Staff see theirs; an administrator of either side ends a loan.
  'GET trackerloans': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackerloan': /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT trackerloan': /*         */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'POST trackerloan/offer': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST trackerloan/answer': /* */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST trackerloan/end': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET trackerloans/borrowed': /**/ 'SSS  xxx  YYx   xxx  YYx   YYY',
  'GET trackerloan/track': /*   */ 'SSS  xxx  YYx   xxx  YYx   YYY',
  'GET trackerloan/trips': /*   */ 'SSS  xxx  YYx   xxx  YYx   YYY',

  'GET sharelinks': /*          */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET sharelink': /*           */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT sharelink': /*           */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'DELETE sharelink': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',

  'GET trackers/urgent': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackers': /*            */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET tracker': /*             */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT tracker': /*             */ 'SSS  YNx  NNx   NNx  YYx   YYY',
  'POST tracker': /*            */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'DELETE tracker': /*          */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'POST tracker/replace': /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST track/import': /*       */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'GET trackimports': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET trackimport': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST trackimport/undo': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST tracker/token': /*      */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST tracker/cabcode': /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET tracker/cabcode': /*     */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'DELETE tracker/cabcode': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  'GET trackercommands': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackercommand': /*      */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT trackercommand': /*      */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'DELETE trackercommand': /*   */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'GET trackercommand/catalogue': 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST trackercommand/send': /**/ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'POST trackercommand/stop': /**/ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  'GET trackerevents': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET trackerevent': /*        */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  // Of a tracker, whose owner has no say in what it has reported.
  'PUT trackerevent': /*        */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'POST trackerevent': /*       */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'DELETE trackerevent': /*     */ 'SSS  Nxx  NNx   xxx  YYx   YYY',

  'GET usertrackerconfigs': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET usertrackerconfig': /*   */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT usertrackerconfig': /*   */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'POST usertrackerconfig': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'DELETE usertrackerconfig': /**/ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST usertrackerconfig/save': 'SSS  Yxx  NNx   xxx  YYx   YYY',
}
