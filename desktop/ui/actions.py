"""Everything the menus and the toolbar offer, each once, with its key."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenuBar, QSizePolicy, QToolBar, QWidget

from desktop.ui.theme import ThemeChoice, icon

THEME_LABELS = {ThemeChoice.SYSTEM: "Like the &system", ThemeChoice.LIGHT: "&Light", ThemeChoice.DARK: "&Dark"}

# Keys that belong to a pane, not to the window, for the page that lists them all.
PANE_SHORTCUTS = (
    ("Enter", "Open the document or passage"),
    ("Ctrl+Enter", "Ask what stands in the search box, look up the list, or measure the search"),
    ("Shift+Down, Up", "Read the next passage found, or the one before, from the box, the list or the document"),
    ("Right, Left", "Show why a passage was found, or unfold what a row stands for; hide it again"),
    ("Ctrl+I", "Choose as what kind of question a blended search reads the query"),
    ("Ctrl+L", "Limit the search to some documents"),
    ("Shift+F10", "Open the menu of what has the keyboard, as the menu key does"),
    ("Ctrl+D", "Show what was really asked of the index, and switch routes"),
    ("Ctrl+S", "Save the search, and let it watch for new documents; in the memory, keep the fact that is written"),
    ("Ctrl+N", "Write a new fact in the memory"),
    ("Alt+Down", "Choose among what was searched for lately"),
    ("Ctrl+T", "Find more like this passage"),
    ("Ctrl+P", "Pin a passage, or take its pin away"),
    ("Ctrl+C", "Copy a passage with its source"),
    ("A, R, M, D", "Accept, reject, merge or deny what is selected in the review; with Shift, A and R mean all that are listed"),
    ("Left, Right", "Look at another place where a candidate was found"),
    ("U", "Take back what was said last in the review"),
    ("N", "List only candidates with a name of the one that is selected"),
    ("Shift+Right, Left", "Select in the document that is read, first the passage that was opened; with Ctrl by words"),
    ("Ctrl+Shift+Down, Up", "Select to the end of the paragraph, or back to its beginning"),
    ("Ctrl+F", "Find in the document, or filter the list"),
    ("Delete", "Move the selected documents to the trash, or forget what is kept of searches"),
    ("Arrows, L", "Walk from node to node of the graph, or along the lines of one; Enter shows more around it"),
    ("Space", "Choose the node of the graph that the keyboard stands on as well, or no more; Ctrl+A chooses all"),
    ("F, H, P, G", "Focus, hide, pin or collect what is chosen in the graph; 0 shows everything"),
    ("2", "Show what is within two relations of what is chosen in the graph"),
    ("C, Shift+C", "Show how two nodes that are chosen are connected, or how in order of time"),
    ("+, −, Shift+Arrows", "Draw the graph larger or smaller, or look at another part of it"),
    ("T", "Show the graph as tables, or as a picture"),
    ("Ctrl+Shift+Z", "Do a step of the graph again that was taken back"),
    (
        "B",
        "Go to the timeline of the graph: arrows move the stretch of time, with Shift its end, with Ctrl its beginning",
    ),
    ("F2, Delete", "Rename a kept graph, or move it to the trash"),
    ("Escape", "Stop answering, close the find bar, or take the filter, the focus or the stretch of time off"),
)


class Actions(QObject):
    """The window's actions; whoever owns the window connects them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._icons: list[tuple[QAction, str]] = []
        self.import_files = self._make("Import &files…", "import", "Ctrl+O", "Import reports, mails, spreadsheets and other files")
        self.import_folder = self._make("Import f&older…", "folder", "Ctrl+Shift+O", "Import every file in a folder and below it")
        self.next_import = self._make(
            "&Marking of the next import…", "", "Ctrl+M", "Choose the marking and the tags of what is imported next"
        )
        self.open_vault = self._make("Open &vault…", "vault", "", "Open another vault")
        self.new_vault = self._make("&New vault…", "", "", "Make a new, empty vault")
        self.sample = self._make("Open the sa&mple case", "", "", "Three public reports with facts, in a vault of their own")
        self.backup = self._make("&Back up…", "", "", "Write the whole vault into one file, and try whether it can be restored")
        self.make_bundle = self._make("Make a &case bundle…", "", "", "Carry a case, or all, to another vault in one file")
        self.open_bundle = self._make("Open a case b&undle…", "", "", "Verify a bundle, see what differs, and take it in")
        self.report = self._make("Make a &report…", "documents", "Ctrl+Shift+R", "Facts and answers as PDF, DOCX or Markdown")
        self.export = self._make(
            "&Export the graph…", "", "Ctrl+Shift+E", "GraphML, tables, a Navigator layer or STIX, of a selection, a case or everything"
        )
        self.boards = self._make("Competing &hypotheses…", "", "Ctrl+Shift+B", "Weigh facts against hypotheses on a board (ACH)")
        self.quit = self._make("&Quit", "", "Ctrl+Q")
        self.find = self._make("&Find in document\tCtrl+F", "search")
        self.undo = self._make("&Undo", "undo", "Ctrl+Z", "Take back what was done last: a deletion, a text, a marking, tags, a fact")
        self.delete = self._make("&Delete documents\tDel", "delete", "", "Move the selected documents to the vault’s trash")
        self.edit_documents = self._make("&Marking, grade and tags…", "", "Ctrl+E", "Edit what is known of the selected documents")
        self.convert_again = self._make(
            "&Convert again", "", "Ctrl+R", "Convert the originals of the selected documents again; what you said about them stays"
        )
        self.history = self._make("H&istory of the document…", "history", "Ctrl+H", "What was done to it, and its earlier texts")
        self.trash = self._make("&Trash…", "", "", "What was deleted, to bring back or to remove for good")
        self.documents = self._make("&Documents", "documents", "Ctrl+1")
        self.search = self._make("&Search", "search", "Ctrl+2")
        self.imports = self._make("&Imports", "ledger", "Ctrl+3", "What became of every file that was given")
        self.lookup = self._make("&Lookup", "lookup", "Ctrl+4", "Look up a pasted list of indicators, names or hashes")
        self.quality = self._make("Search &quality", "quality", "Ctrl+5", "What searches should find, and whether they do")
        self.memory = self._make("&Memory", "memory", "Ctrl+6", "What was concluded, with where it comes from and how good it is")
        self.graph = self._make("&Graph", "graph", "Ctrl+7", "Who is connected with whom, and which sentences say so")
        self.show_in_graph = self._make(
            "Show in gra&ph", "graph", "Ctrl+G", "Draw what is at hand, a document, a passage or a fact, with what it mentions"
        )
        self.review = self._make("Re&view", "review", "Ctrl+8", "Judge what was found: relations, names and indicators, with their source")
        self.remember = self._make(
            "&Remember…", "memory", "Ctrl+Shift+M", "Write down what you concluded; what is selected in the document becomes its source"
        )
        self.case = self._make("S&witch case…", "", "Ctrl+Shift+K", "Work on one case: what carries its tag, and nothing else")
        self.search_box = self._make("Go to search &box", "search", "Ctrl+K", "Search, or ask a question (Ctrl+K)")
        self.other_side = self._make(
            "&Go between list and document", "", "F6", "Put the keyboard into the open document, or back into the list"
        )
        self.close_reader = self._make("&Close document", "close", "Ctrl+W", "Close the document that is open in the reader")
        self.settings = self._make("&Settings…", "settings", "Ctrl+,", "Limits, OCR, watched folders, search and answers of this vault")
        self.models = self._make(
            "&Language models…", "", "", "What composes answers: what it is, whether it follows the rules, another one instead"
        )
        self.stick = self._make(
            "&Packs from a stick…", "", "Ctrl+Shift+P", "Knowledge packs, models, OCR languages and Coffer itself: checked, then taken"
        )
        self.check = self._make("&Check the vault…", "", "", "Compare files, index and audit log, and list what is wrong")
        self.check_sources = self._make(
            "Check the &originals…", "", "", "Look whether the files that documents were made from are still what they were"
        )
        self.audit = self._make("&Audit log…", "history", "Ctrl+Shift+H", "Who did what to what and when, and whether the log is whole")
        self.rebuild = self._make("&Rebuild the index…", "", "", "Make the index anew from the files of the vault")
        self.offline = self._make("Coffer and the &network…", "shield", "", "What shows that nothing leaves this machine")
        self.guide = self._make("&Guide", "", "F1", "What Coffer does and how, with a search")
        self.shortcuts = self._make("&Keyboard shortcuts", "", "Ctrl+F1")
        self.faults = self._make("&Reports of faults…", "", "", "What is kept of the times that Coffer itself failed")
        self.about = self._make("&About Coffer", "info")
        self.themes = QActionGroup(self)
        self.theme_choices = {choice: self._make_theme(choice) for choice in ThemeChoice}
        for action, words in ((self.delete, "Delete"), (self.search_box, "Search")):
            action.setIconText(words)
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self.redraw()

    @property
    def needing_vault(self) -> tuple[QAction, ...]:
        """Actions that mean nothing while no vault is open."""
        places = (self.memory, self.graph, self.show_in_graph, self.review)
        beside_list = (
            self.case,
            self.other_side,
            self.close_reader,
            self.check_sources,
            self.models,
            self.audit,
            self.history,
            self.boards,
        )
        return (self.find, self.documents, self.search, self.imports, self.lookup, self.quality, *places, self.search_box, *beside_list)

    @property
    def changing_vault(self) -> tuple[QAction, ...]:
        """Actions for whoever may write the vault."""
        return (
            self.import_files,
            self.import_folder,
            self.next_import,
            self.edit_documents,
            self.remember,
            self.convert_again,
            self.delete,
            self.trash,
            self.undo,
            self.settings,
            self.check,
            self.rebuild,
            self.export,
            self.backup,
            self.make_bundle,
            self.open_bundle,
            self.stick,
            self.report,
        )

    def redraw(self) -> None:
        """Draw the icons in the colours of the theme."""
        for action, name in self._icons:
            action.setIcon(icon(name))

    def shortcut_list(self) -> list[tuple[str, str]]:
        """Each key and what it does."""
        own = [each for each in self.findChildren(QAction) if not each.shortcut().isEmpty()]
        native = QKeySequence.SequenceFormat.NativeText
        listed = [(each.shortcut().toString(native), each.text().replace("&", "").rstrip("…")) for each in own]
        return [*listed, *PANE_SHORTCUTS]

    def fill_menus(self, bar: QMenuBar) -> None:
        """Put the actions into menus."""
        places = (self.documents, self.search, self.imports, self.lookup, self.quality, self.memory, self.graph, self.review)
        given, vaults = (
            (self.import_files, self.import_folder, self.next_import),
            (self.open_vault, self.new_vault, self.sample, None, self.make_bundle, self.open_bundle, self.backup),
        )
        upkeep = (self.check, self.check_sources, self.rebuild)
        of_documents = (self.edit_documents, self.convert_again, self.history, self.delete, self.trash)
        menus: dict[str, tuple[QAction | None, ...]] = {
            "&File": (*given, None, self.report, self.export, None, *vaults, None, self.quit),
            "&Edit": (self.undo, self.remember, None, *of_documents, None, self.find),
            "&View": (*places, self.search_box, None, self.case, None, self.show_in_graph, self.other_side, self.close_reader, None),
            "&Tools": (self.boards, self.audit, None, *upkeep, None, self.stick, self.models, self.settings),
            "&Help": (self.guide, self.shortcuts, self.offline, self.faults, self.about),
        }
        for title, entries in menus.items():
            menu = bar.addMenu(title)
            for entry in entries:
                if entry is None:
                    menu.addSeparator()
                else:
                    menu.addAction(entry)
            if self.close_reader in entries:
                menu.addMenu("&Theme").addActions(self.themes.actions())

    def make_toolbar(self, case_switch: QWidget, next_import: QWidget) -> QToolBar:
        """A toolbar with what is used most, the case, and how what is imported next is marked."""
        bar = QToolBar("Toolbar")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(case_switch)
        bar.addSeparator()
        bar.addActions([self.import_files, self.import_folder])
        bar.addWidget(next_import)
        bar.addSeparator()
        bar.addAction(self.delete)
        bar.addWidget(gap)
        bar.addAction(self.search_box)
        return bar

    def _make(self, text: str, icon_name: str = "", keys: str = "", tip: str = "") -> QAction:
        action = QAction(text, self)
        if keys:
            action.setShortcut(QKeySequence(keys))
        if tip:
            action.setToolTip(tip)
            action.setStatusTip(tip)
        if icon_name:
            self._icons.append((action, icon_name))
        return action

    def _make_theme(self, choice: ThemeChoice) -> QAction:
        action = QAction(THEME_LABELS[choice], self.themes)
        action.setCheckable(True)
        action.setData(choice)
        return action
