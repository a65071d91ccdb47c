/**
 * What a CPD officer may do where it differs from the Administrator: accounts are not theirs. An auditor and a committee
 * may what any member may, and read besides: the auditor audits under way, the committee numbers.
 */
export const ofOfficer: Record<string, string> = { 'POST cpd/import': 'YYx', 'POST cpd/matrix/charge': 'NNx' }
export const ofAuditor: Record<string, string> = {
  'GET cpdaudits': 'YYx',
  'GET cpdaudit': 'YYx',
  'GET cpdaudit/letter': 'YYx',
  'POST cpdaudit/submit': 'NNx',
  'POST cpdaudit/judge': 'NNx',
  'POST cpdaudit/ask': 'NNx',
  'POST cpdaudit/decide': 'NNx',
  'POST cpdaudit/appeal': 'NNx',
}
export const ofCommittee: Record<string, string> = { 'GET cpd/progress': 'YYx' }

/**
 * Lines of the access table for professional development, in organisations that have it. Records are of a person: the
 * administrator reads them, other members do not, nor does the platform administrator.
 */
export const cpdTable: Record<string, string> = {
  //                                guest User Staff Cust Admin platform administrator
  'GET cpdstandards': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpdstandard': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT cpdstandard': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST cpdstandard': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE cpdstandard': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST cpdstandard/adopt': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET cpdauditdraws': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET cpdauditdraw': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT cpdauditdraw': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'POST cpdauditdraw/notify': /**/ 'SSS  xxx  xxx   xxx  YYx   YYY',
  // The person's own, and administrators'.
  'GET cpdaudits': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpdaudit': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpdaudit/submit': /*    */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST cpdaudit/judge': /*     */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST cpdaudit/ask': /*       */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST cpdaudit/decide': /*    */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST cpdaudit/appeal': /*    */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'GET cpdaudit/letter': /*     */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  // The person's own, of what was kept, and administrators'.
  'GET cpdcertificates': /*     */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpdcertificate': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpdcertificates/pdf': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpdcertificate/issue': /**/ 'SSS Yxx  xxx   xxx  YYx   xxx',
  'POST cpdcertificates/issue': /**/ 'SSS NNx NNx  NNx  YYx   NNN',
  'POST cpdcertificate/check': /**/ 'YYY YYY  YYY   YYY  YYY   YYY',

  'GET cpdevents': /*           */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpdevent': /*            */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT cpdevent': /*            */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST cpdevent': /*           */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE cpdevent': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET cpdevents/calendar': /*  */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  // Of themselves, and of members of one's organisation.
  'POST cpdevent/attend': /*    */ 'SSS  YYx  YYx   YYx  YYx   xxx',
  'POST cpdevent/record': /*    */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'GET cpdevent/coursekey': /*  */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'POST cpdevent/coursekey': /* */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'DELETE cpdevent/coursekey': /**/ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'GET cpdattendances': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpdattendance': /*       */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE cpdattendance': /*    */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST cpdattendance/refuse': /**/ 'SSS Yxx  xxx   xxx  NNx   xxx',

  'GET devcategories': /*       */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET devcategory': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT devcategory': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcategory': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE devcategory': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET devcycles': /*           */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET devcycle': /*            */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT devcycle': /*            */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle': /*           */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE devcycle': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle/expire': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle/reopen': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle/undo_expire': /**/ 'SSS  NNx  NNx   NNx  YYx   YYY',
  // A cycle of an audience of one: the row's person.
  'GET devcycles/current': /*   */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET devplans/current': /*    */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  'GET devplans': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devplan': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devplan': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devplan': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devplan': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devplan/submit': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devplan/record': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devplan/erase_record': /**/ 'SSS Yxx  xxx   xxx  NNx   xxx',
  'POST devplan/agree': /*      */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devplan/return': /*     */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devplan/review': /*     */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devplan/reopen': /*     */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'GET devplan/snapshots': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devplan/requirements': /**/ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  'GET devwaivers': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devwaiver': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devwaiver': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devwaiver': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devwaiver': /*        */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devwaiver/ask': /*      */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST devwaiver/answer': /*   */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devwaiver/decide': /*   */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST devwaiver/appeal': /*   */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'GET devwaiver/letter': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  'GET devfeedbacks': /*        */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devfeedback': /*         */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devfeedback': /*         */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devfeedback': /*        */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devfeedback': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devfeedback/invite': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devfeedback/approve': /**/ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST devfeedback/refuse': /* */ 'SSS  Nxx  xxx   xxx  YYx   xxx',
  'POST devfeedback/remind': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devfeedback/close': /*  */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devfeedback/results': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devfeedback/colleagues': /**/ 'SSS Yxx xxx   xxx  YYx   xxx',
  // By the token of a colleague's link.
  'POST devfeedback/request': /**/ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'POST devfeedback/answer': /* */ 'YYY  YYY  YYY   YYY  YYY   YYY',

  'GET devgoals': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devgoal': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devgoal': /*             */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devgoal': /*            */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devgoal': /*          */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devgoals/copy': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET devgoalprogresses': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devgoalprogress': /*     */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devgoalprogress': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devgoalprogress': /*    */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devgoalprogress': /*  */ 'SSS  Yxx  xxx   xxx  NNx   xxx',

  // One records one's own activities, in organisations that one is a member of.
  'GET devactivities': /*       */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devactivity': /*         */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devactivity': /*         */ 'SSS  YYx  YYx   YYx  YYx   NNN',
  'POST devactivity': /*        */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devactivity': /*      */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devactivity/verify': /* */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devactivity/share': /*  */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  'GET devformtemplates': /*    */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET devformtemplate': /*     */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT devformtemplate': /*     */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devformtemplate': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE devformtemplate': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  // The template's form about the row's person, which they fill in themselves. An administrator reads submitted ones.
  'GET devforms': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devform': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devform': /*             */ 'SSS  YNx  NNx   NNx  NNx   NNN',
  'POST devform': /*            */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devform': /*          */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devform/submit': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devform/agree': /*      */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devform/return': /*     */ 'SSS  Nxx  xxx   xxx  NNx   xxx',

  'GET devqualifications': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devqualification': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devqualification': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devqualification': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devqualification': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  // Of the row's person with a colleague, or with another trainee.
  'GET userrelationships': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET userrelationship': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT userrelationship': /*    */ 'SSS  YNx  NNx   NNx  YYx   NNN',
  'POST userrelationship': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE userrelationship': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  'GET cpdepas': /*             */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpdepa': /*              */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT cpdepa': /*              */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST cpdepa': /*             */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE cpdepa': /*           */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  // One that waits for an assessor with a link, who alone writes its level.
  'GET cpdassessments': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpdassessment': /*       */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT cpdassessment': /*       */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'DELETE cpdassessment': /*    */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST cpdassessment/assess': /**/ 'SSS Nxx xxx   xxx  NNx   xxx',
  'GET cpdassessments/progress': /**/ 'SSS YYx YYx  YYx  YYx   YYY',
  // By the token of an assessor's link.
  'POST cpdassessment/request': /**/ 'YYY YYY  YYY   YYY  YYY   YYY',
  'POST cpdassessment/answer': /**/ 'YYY YYY  YYY   YYY  YYY   YYY',

  // Of the row's person, who has entered it.
  'GET cpdrotations': /*        */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpdrotation': /*         */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT cpdrotation': /*         */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpdrotation': /*        */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE cpdrotation': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpdrotation/supervise': /**/ 'SSS Yxx xxx   xxx  YYx   xxx',

  'GET procedures': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET procedure': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT procedure': /*           */ 'SSS  YYx  YYx   YYx  YYx   NNN',
  'POST procedure': /*          */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE procedure': /*        */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST procedure/submit': /*   */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST procedure/approve': /*  */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST procedure/nhi': /*      */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST procedures/nhi': /*     */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET procedure/next_case_number': 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET procedure/max_case_number': 'SSS  YYx  YYx   YYx  YYx   YYY',

  'GET procedureterms': /*      */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET procedureterm': /*       */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT procedureterm': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST procedureterm': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE procedureterm': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  // Numbers for the platform administrator.
  'GET cpd/stats': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET cpd/charts': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST cpd/import': /*         */ 'SSS  YYx  YYx   YYx  YYx   NNN',
  'POST cpd/import/workbook': /**/ 'SSS YYY  YYY   YYY  YYY   YYY',
  'GET cpd/report': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpd/report/pdf': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpd/report/address': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpd/evidence/:entity/:entity_id/:file_id/view': 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpd/sendreport': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpd/sendreport': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  // The row's person in it; numbers for the platform administrator.
  'GET cpd/matrix': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  // 3 is of an organisation that others do not see.
  'POST cpd/matrix/message': /* */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'POST cpd/matrix/charge': /*  */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'GET cpd/progress': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET cpd/register': /*        */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'GET cpd/refdata': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpd/calendar': /*        */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET cpd/people': /*          */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpd/contacts': /*        */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
}
