import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { isImageData, safeLink, showHidden } from '../../lib/text.ts';
import { HighlightedCode } from './HighlightedCode.tsx';

type Node = {
  type: string;
  value?: string;
  properties?: Record<string, unknown>;
  data?: Record<string, unknown>;
  children?: Node[];
};

/**
 * HTML in a message is shown as the text that it is, a block of it line by line: prompts stand between tags. The
 * sanitizer, which would drop it, is the second lock on this door.
 */
function showHtmlAsText() {
  const visit = (node: Node): void => {
    if (node.children === undefined) return;
    const isBlock = HOLD_BLOCKS.has(node.type);
    node.children = node.children.map((child): Node => {
      if (child.type !== 'html') return child;
      const { value = '' } = child;
      if (!isBlock) return { type: 'text', value };
      // Of a text the spaces around its line breaks would be taken away.
      return { type: 'block', data: AS_WRITTEN, children: [{ type: 'asWritten', value }] };
    });
    node.children.forEach(visit);
  };
  return visit;
}

const HOLD_BLOCKS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

const AS_WRITTEN = { hName: 'div', hProperties: { className: ['as-written'] } };

/** Lines end where they were written to end, as in a text that is no Markdown. */
function keepLines() {
  const visit = (node: Node): void => {
    if (node.children === undefined) return;
    node.children = node.children.flatMap((child) => (child.type === 'text' ? linesOf(child) : [child]));
    node.children.forEach(visit);
  };
  return visit;
}

function linesOf({ value = '' }: Node): Node[] {
  return value
    .split('\n')
    .flatMap((line, at) => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value: line }]);
}

/** What is hidden behind an entity (`&#x202E;`) is there only once the text is parsed. */
function showWhatEntitiesHide() {
  const visit = (node: Node): void => {
    if (node.value !== undefined) node.value = showHidden(node.value);
    for (const name of ['alt', 'title']) {
      const text = node.properties?.[name];
      if (typeof text === 'string') node.properties = { ...node.properties, [name]: showHidden(text) };
    }
    node.children?.forEach(visit);
  };
  return visit;
}

/** Each block runs as its own writing does, a list or a table as a whole; code always from the left. */
function followWriting() {
  return ({ children }: Node): void => {
    for (const block of children ?? [])
      if (block.type === 'element') block.properties = { ...block.properties, dir: 'auto' };
  };
}

const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, div: [['className', ...AS_WRITTEN.hProperties.className]] },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https'], src: ['http', 'https', 'data'] },
};

const REMARK: Options['remarkPlugins'] = [remarkGfm, showHtmlAsText, keepLines];

const REHYPE: Options['rehypePlugins'] = [[rehypeSanitize, schema], showWhatEntitiesHide, followWriting];

const components: Components = {
  a: ({ href, children }) => {
    const link = href === undefined ? null : safeLink(href);
    if (link === null) return <span>{children}</span>;
    return (
      <a href={link} target="_blank" rel="noreferrer noopener" title={link}>
        {children}
      </a>
    );
  },
  img: ({ src, alt }) => {
    if (typeof src !== 'string') return <span>{alt}</span>;
    if (isImageData(src)) return <img src={src} alt={alt ?? ''} className="max-h-96 max-w-full rounded-md" />;
    const link = safeLink(src);
    if (link === null) return <span>{alt}</span>;
    return (
      <a href={link} target="_blank" rel="noreferrer noopener" title={`Open ${link}`}>
        Image: {alt === undefined || alt === '' ? link : alt}
      </a>
    );
  },
  pre: ({ children }) => (
    <pre tabIndex={0} dir="ltr">
      {children}
    </pre>
  ),
  // What has no room in it scrolls, also by keys.
  table: ({ dir, children }) => (
    <table tabIndex={0} dir={dir}>
      {children}
    </table>
  ),
  code: ({ className, children }) => {
    const language = /\blanguage-([\w+#-]+)/.exec(className ?? '')?.[1];
    if (language === undefined || typeof children !== 'string') return <code>{children}</code>;
    return <HighlightedCode language={language} text={children} />;
  },
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      disabled
      aria-label={checked === true ? 'done' : 'open'}
    />
  ),
};

/** Markdown from a message, rendered as elements; nothing in it runs, loads or leaves the machine. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="prose-message">
      <ReactMarkdown
        remarkPlugins={REMARK}
        rehypePlugins={REHYPE}
        urlTransform={(url) => (safeLink(url) !== null || isImageData(url) ? url : '')}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
