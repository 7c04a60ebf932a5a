/** A query without the values in it, and what they say. */
export interface TakenEntities {
  readonly text: string;
  /** Words of arguments that take such values; `*` before the beginning of one. */
  readonly hints: readonly (readonly string[])[];
  /** Whether a thing is named or numbered. */
  readonly isOne: boolean;
}

interface Entity {
  readonly pattern: RegExp;
  readonly hint: readonly string[];
  /** Tools may say it themselves: then it is a word like others. */
  readonly maySay?: true;
  /** It names a single thing. */
  readonly isOne?: true;
}

/**
 * What values look like, and what arguments that take such values, or what they are told of, is called. Each pattern
 * reads a text once.
 */
const entities: readonly Entity[] = [
  { pattern: /https?:\/\/[^\s"']{1,500}/g, hint: ['url', 'link', 'webhook'] },
  { pattern: /[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/g, hint: ['email', 'mail'] },
  { pattern: /(?<!\S)@[\w@.-]{1,100}/g, hint: ['user', 'account', 'username'] },
  { pattern: /(?<!\S)#\p{L}[\p{L}\p{N}_-]{0,100}/gu, hint: ['channel', 'tag', 'hashtag'] },
  {
    pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\w.])/g,
    hint: ['ip', 'address', 'cidr', 'network'],
  },
  {
    pattern: /(?<!\w)\+\d[\d ()-]{6,20}\d/g,
    hint: ['phone', 'number', 'contact', 'sms', 'call'],
  },
  {
    pattern: /(?<!\S)(?:[\w.-]{1,60}\/[\w.-]{1,60})?#\d{1,12}(?!\w)/g,
    hint: ['issue', 'ticket', 'pull', 'request', 'order'],
    isOne: true,
  },
  {
    pattern:
      /(?<!\S)[\w./-]{1,120}\.(?:pdf|docx?|xlsx?|pptx?|txt|md|zip|csv|json|xml|ya?ml|html?|css|py|ts|go|java|rb|sh|sql)(?!\w)/gi,
    hint: ['file', 'document', 'content', 'attachment', 'path'],
  },
  {
    pattern:
      /(?<=\b(?:in|to|from|on|of|for|at|into|fork|clone|star|watch) )[\w.-]{1,60}\/[\w.-]{1,60}(?![\w/])/gi,
    hint: ['repository', 'repo', 'project', 'image'],
    maySay: true,
  },
  {
    pattern: /(?<!\w)[A-Z][A-Z\d]{1,40}_[A-Z\d_]{1,80}(?!\w)/g,
    hint: ['secret', 'variable', 'environment', 'key', 'setting'],
    maySay: true,
  },
  {
    pattern: /(?<!\S)[\w-]{1,60}\.(?:jpe?g|png|gif|svg|webp|heic|mp[34]|mov|wav)(?!\w)/gi,
    hint: ['image', 'picture', 'photo', 'file', 'asset', 'media', 'video'],
  },
  { pattern: /(?<!\S)v?\d+\.\d+\.\d+(?![\w.])/g, hint: ['version', 'release', 'tag'] },
  {
    pattern: /(?<=\b(?:version|release|v) ?)\d{1,6}\.\d{1,6}(?![\w.])/gi,
    hint: ['version', 'release', 'tag'],
  },
  {
    pattern:
      /(?<!\S)(?:[a-z\d-]{1,60}\.){1,4}(?:com|org|net|io|dev|app|co|shop|example|eu|uk|de|fr)(?!\w)/g,
    hint: ['domain', 'host', 'site', 'url', 'company'],
  },
  {
    pattern: /-?\d{1,3}\.\d{3,9}, ?-?\d{1,3}\.\d{3,9}/g,
    hint: ['latitude', 'lat', 'coordinate', 'location', 'geocode'],
  },
  { pattern: /"[^"]{1,200}"|“[^”]{1,200}”/g, hint: [], isOne: true },
  {
    pattern:
      /(?<!\p{L})(?:last|past|previous|next)\s(?:few\s|couple\sof\s|\d{1,4}\s)?(?:second|minute|hour|day|night|week|weekend|month|quarter|year)s?(?!\p{L})/giu,
    hint: ['date', 'time'],
  },
  { pattern: /\d{4}-\d\d-\d\d(?:T[\d:.Z+-]{1,30})?/g, hint: ['date', 'time'] },
  { pattern: /\b\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|\b\d{1,2}:\d\d\b/gi, hint: ['time'] },
  {
    pattern: /\d[\d.,]* ?(?:euros?|dollars?|pounds?|francs?|yen|bucks)(?!\w)/gi,
    hint: ['amount', 'price', 'money'],
  },
  {
    pattern: /[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:%|[$€£]|usd|eur|gbp|chf|jpy)/gi,
    hint: ['amount'],
  },
  {
    pattern: /(?<![\p{L}\p{N}])(?=[\p{L}_-]{0,40}\d)[\p{L}\p{N}_-]{6,120}(?![\p{L}\p{N}])/gu,
    hint: ['id'],
    maySay: true,
    isOne: true,
  },
  {
    pattern: /(?<![\p{L}\p{N}])\d[\d.,]*(?![\p{L}\p{N}])/gu,
    hint: [],
    maySay: true,
    isOne: true,
  },
];

/**
 * Takes values out of a query: they are not words of any tool, but some say which argument is wanted.
 *
 * @param isSaid Whether tools say a value themselves.
 */
export function takeEntities(query: string, isSaid: (value: string) => boolean): TakenEntities {
  const hints: (readonly string[])[] = [];
  let text = query;
  let isOne = false;
  for (const { pattern, hint, maySay, isOne: names } of entities) {
    text = text.replaceAll(pattern, (value: string) => {
      if (maySay && isSaid(value)) return value;
      const begins = /^([a-z]{3,8})_\w*\d/.exec(value)?.[1];
      hints.push(begins === undefined ? hint : [...hint, `*${begins}`]);
      if (names) isOne = true;
      return ' ';
    });
  }
  return { text, hints: [...new Set(hints)], isOne };
}

/** Words with a capital within a sentence: names of people and places, mostly. */
export function namesIn(text: string): ReadonlySet<string> {
  const names = text.matchAll(/(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}{1,40}(?!\p{Lu})/gu);
  return new Set([...names].map(([name]) => name.toLowerCase()));
}
