//! What the tests need of a Markdown page: its code blocks, links, anchors and inline code, with their lines.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::repository;

/// A page of the repository.
pub(crate) struct Page {
    /// Relative to the repository.
    pub(crate) path: PathBuf,
    pub(crate) blocks: Vec<Block>,
    /// Targets of links and pictures.
    pub(crate) links: Vec<Located<String>>,
    /// Names of the headings in links, as GitHub and mdBook make them.
    pub(crate) anchors: BTreeSet<String>,
    /// Inline code.
    pub(crate) code: Vec<Located<String>>,
}

/// Something with the number of its line, from 1.
pub(crate) struct Located<T> {
    pub(crate) line: usize,
    pub(crate) value: T,
}

/// A fenced code block.
pub(crate) struct Block {
    pub(crate) line: usize,
    /// First word of the info string.
    pub(crate) language: String,
    /// The other words of the info string.
    marks: Vec<String>,
    pub(crate) text: String,
}

impl Block {
    pub(crate) fn has_mark(&self, mark: &str) -> bool {
        self.marks.iter().any(|word| word == mark)
    }

    pub(crate) fn marks(&self) -> &[String] {
        &self.marks
    }

    /// Name of the file that the block is the content of: the mark `file=NAME`.
    pub(crate) fn file(&self) -> Option<&str> {
        self.marks.iter().find_map(|word| word.strip_prefix("file="))
    }
}

impl Page {
    pub(crate) fn read(path: &Path) -> Page {
        let file = repository().join(path);
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut page = Page::empty(path);
        let mut heading: Option<String> = None;
        let mut block: Option<Block> = None;
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = text[..range.start].matches('\n').count() + 1;
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.add_anchor(&heading.take().unwrap_or_default()),
                Event::Start(Tag::CodeBlock(kind)) => block = Some(start_block(&kind, line)),
                Event::End(TagEnd::CodeBlock) => page.blocks.extend(block.take()),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(Located { line, value: dest_url.into_string() });
                }
                Event::Text(text) => match (&mut block, &mut heading) {
                    (Some(block), _) => block.text += &text,
                    (None, Some(heading)) => *heading += &text,
                    (None, None) => {}
                },
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        *heading += &code;
                    }
                    page.code.push(Located { line, value: code.into_string() });
                }
                _ => {}
            }
        }
        page
    }

    fn empty(path: &Path) -> Page {
        Page { path: path.into(), blocks: vec![], links: vec![], anchors: BTreeSet::new(), code: vec![] }
    }

    /// The second heading of a name gets the anchor `name-1`, and so on.
    fn add_anchor(&mut self, heading: &str) {
        let is_kept = |letter: &char| letter.is_alphanumeric() || "-_ ".contains(*letter);
        let name: String = heading.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-");
        let numbered = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.anchors.contains(name));
        self.anchors.extend(free);
    }

    /// The place of a line, for messages.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.path.display())
    }
}

fn start_block(kind: &CodeBlockKind, line: usize) -> Block {
    let info = match kind {
        CodeBlockKind::Fenced(info) => info.as_ref(),
        CodeBlockKind::Indented => "",
    };
    let mut words = info.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned);
    Block { line, language: words.next().unwrap_or_default(), marks: words.collect(), text: String::new() }
}
